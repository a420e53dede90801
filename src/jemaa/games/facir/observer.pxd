cimport cython
from libc.stdint cimport uint8_t, uint64_t

from jemaa.core.bits cimport count as _count
from jemaa.core.observer cimport Observer
from jemaa.core.rows cimport (
    bytes_from, clear_bytes, clear_floats, copy_bytes, write_board,
)

from jemaa.core.state cimport State
from jemaa.games.facir.bed cimport _INDEX
from jemaa.games.facir.rules cimport FacirState

cdef int _STAND, _PLAY, _QUARTERS, _NAILS, _CARDS, _DECIDING, _MIDDLE, _SQUARES, _SCALARS
cdef int _ACTIONS, _PUT, _SHIFT, _LAY, _PUT_AND_LAY, _SHIFT_AND_LAY, _OTHERS
cdef int _EDGES, _CARD, _ROTATION, _UNSEEN, _WON, _PLAYING, _LEFT, _WHOSE, _STOOD, _ROUND
cdef int _TURNS, _OCCURRENCES, _PHASE, _PLAYERS
cdef uint64_t _ONE, _FULL

cdef class FacirObserver(Observer):
    cdef void _observe(self, State state, int seat, uint8_t* planes, float* scalars) noexcept nogil
    cdef void _mask(self, State state, uint8_t* mask) noexcept nogil
    @cython.locals(index=int)
    cdef inline void _write_mask(self, FacirState bed, uint8_t* mask) noexcept nogil
    @cython.locals(free=uint8_t[56], own=uint64_t, hole=int, index=int)
    cdef inline void _write_actions(self, FacirState bed, uint8_t* mask) noexcept nogil
    @cython.locals(targets=uint64_t[8], ids=int[1024], count=int, index=int)
    cdef inline void _write_laying(self, FacirState bed, uint8_t* mask) noexcept nogil
    @cython.locals(ahead=int, other=int, holes=uint64_t)
    cdef inline void _write_planes(
        self, FacirState bed, int seat, uint8_t* planes
    ) noexcept nogil
    @cython.locals(ahead=int, other=int)
    cdef inline void _write_scalars(
        self, FacirState bed, int seat, float* scalars
    ) noexcept nogil
    @cython.locals(unseen=uint64_t, card=int)
    cdef inline void _write_cards(self, FacirState bed, int seat, float* scalars) noexcept nogil
    @cython.locals(unseen=uint64_t, other=int)
    cdef inline uint64_t _unseen(self, FacirState bed, int seat) noexcept nogil
    cdef inline void _write_seat(
        self, FacirState bed, int other, int ahead, float* scalars
    ) noexcept nogil
