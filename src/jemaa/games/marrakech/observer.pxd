cimport cython
from libc.stdint cimport uint8_t, uint64_t

from jemaa.core.observer cimport Observer
from jemaa.core.rows cimport bytes_from, clear_bytes, clear_floats, write_board, write_pairs
from jemaa.core.state cimport State
from jemaa.games.marrakech.rules cimport _ALONG, _DOWN, _LAY, _NONE, _TURN, _TURNS, MarrakechState

cdef int _SIDE, _SQUARES, _SCALARS
cdef int _LINKS, _ASSAM, _CASH, _RUGS, _FALLEN, _WHOSE, _PHASE, _PLAYERS, _VARIANTS

cdef class MarrakechObserver(Observer):
    cdef void _observe(self, State state, int seat, uint8_t* planes, float* scalars) noexcept nogil
    cdef void _mask(self, State state, uint8_t* mask) noexcept nogil
    @cython.locals(order=int[8])
    cdef inline void _write(
        self, MarrakechState market, int seat, uint8_t* planes, float* scalars
    ) noexcept nogil
    @cython.locals(count=int, _=int, owner=int, colour=int)
    cdef inline void _order(self, MarrakechState market, int seat, int* order) noexcept nogil
    @cython.locals(index=int, board=uint64_t)
    cdef inline void _write_planes(
        self, MarrakechState market, int* order, uint8_t* planes
    ) noexcept nogil
    @cython.locals(ahead=int, other=int, index=int)
    cdef inline void _write_scalars(
        self, MarrakechState market, int seat, int* order, float* scalars
    ) noexcept nogil
    @cython.locals(lays=uint64_t, acts=bint)
    cdef inline void _write_mask(self, MarrakechState market, uint8_t* mask) noexcept nogil
