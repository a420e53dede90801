cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport count as _count
from jemaa.core.state cimport State
from jemaa.games.marrakech.rules cimport _FACES, _MARCH, _flood, MarrakechState
from jemaa.players.search cimport Policy, _soften

cdef int _TURN, _TURNS
cdef double _EVEN

cdef class Plain(Policy):
    cdef double _softness
    cdef MarrakechState _after
    cdef bint _is_ready
    cdef int _ids[96]
    cdef double _weights[96]

    cdef void _prepare(self, State state) except *
    @cython.locals(count=int)
    cdef int _spread(self, State state, int* ids, double* odds) noexcept nogil
    @cython.locals(count=int, index=int)
    cpdef dict weights(self, MarrakechState state)
    @cython.locals(count=int, best=int, index=int)
    cpdef tuple best(self, MarrakechState state)
    @cython.locals(count=int, index=int)
    cdef int _weigh(self, MarrakechState market) noexcept nogil
    @cython.locals(due=double, roll=int)
    cdef double _way(self, MarrakechState market, int turn) noexcept nogil
    cdef int _price(self, MarrakechState market, int cell) noexcept nogil
    cdef inline int _end(self, MarrakechState market, int turn, int roll) noexcept nogil
    cdef double _rug(self, MarrakechState before, MarrakechState after) noexcept nogil
    @cython.locals(bulk=int, colour=int, rest=uint64_t, area=uint64_t)
    cdef int _bulk(self, MarrakechState market, int seat) noexcept nogil

cdef class GreedyPolicy(Plain):
    @cython.locals(gain=int, change=int, seat=int)
    cdef double _rug(self, MarrakechState before, MarrakechState after) noexcept nogil

cdef class HoarderPolicy(Plain):
    @cython.locals(others=int, seat=int)
    cdef double _rug(self, MarrakechState before, MarrakechState after) noexcept nogil

cdef class MiserPolicy(Plain):
    @cython.locals(danger=int, seat=int)
    cdef double _rug(self, MarrakechState before, MarrakechState after) noexcept nogil

cdef class SpoilerPolicy(Plain):
    @cython.locals(due=int)
    cdef int _price(self, MarrakechState market, int cell) noexcept nogil
    @cython.locals(leader=int)
    cdef double _rug(self, MarrakechState before, MarrakechState after) noexcept nogil
    @cython.locals(leader=int, seat=int)
    cdef int _leader(self, MarrakechState market) noexcept nogil
