cimport cython
from libc.stdint cimport int8_t, uint8_t, uint64_t

from jemaa.core.actions cimport Action
from jemaa.core.bits cimport count as _count
from jemaa.games.facir.bed cimport NailBed

cdef int _SHUT, _WINDOWS, _CLOSED
cdef int _PUT, _PUT_AND_LAY, _LAY
cdef int _TERNARY[512]
cdef uint64_t _STEPS[64]
cdef double _PULLS[512]

cdef class Nearness:
    cdef uint8_t[::1] _costs
    cdef int8_t _shapes[12288]
    cdef int _holes[96]

    @cython.locals(others=int, own=int, shape=int)
    cdef void _add(self, int card, int holes) noexcept nogil
    @cython.locals(missing=int, surplus=int, cost=int, index=int)
    cdef inline void _note(self, int card, int own, int others, int holes) noexcept nogil
    @cython.locals(codes=int[35], x=int, y=int, place=int)
    cdef void _look(self, uint64_t own, uint64_t others, int* windows) noexcept nogil
    @cython.locals(found=uint64_t, first=int, cost=int, place=int)
    cdef int _ways(self, int card, int* windows, int* ways) noexcept nogil
    @cython.locals(window=uint64_t, best=int, x=int, y=int)
    cdef int _shape(self, int card, uint64_t own) noexcept nogil
    @cython.locals(
        pull=double, x=int, y=int, turn=int, holes=int, missing=int, beside=int, cost=int,
        mine=uint64_t, theirs=uint64_t,
    )
    cdef double _pull(self, int card, uint64_t own, uint64_t others) noexcept nogil
    @cython.locals(windows=int[25], found=int[8])
    cpdef tuple ways(self, int card, uint64_t own, uint64_t others)
    @cython.locals(windows=int[25], found=int[8])
    cpdef int distance(self, int card, uint64_t own, uint64_t others)
    @cython.locals(
        weights=list, windows=int[25], found=int[8], own=uint64_t, others=uint64_t,
        turn=Action, id=int, left=int,
    )
    cpdef list weights(self, NailBed bed, int card, list turns, double lays)
    cpdef int shape(self, int card, uint64_t own)
    cpdef double pull(self, int card, uint64_t own, uint64_t others)

cdef uint64_t _changed(NailBed bed, int id) noexcept nogil
