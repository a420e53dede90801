cimport cython
from libc.stdint cimport int8_t, uint8_t, uint64_t

from jemaa.core.bits cimport count as _count, nth as _nth
from jemaa.core.state cimport State

cdef int _NAILS, _QUARTERS, _OTHERS
cdef int _PUT, _SHIFT, _LAY, _PUT_AND_LAY, _SHIFT_AND_LAY
cdef uint64_t _ONE, _FULL, _FOOTPRINT
cdef uint8_t _PLACES[25]
cdef uint8_t _INDEX[64]
cdef uint8_t _CELL[49]

cdef int _packed(uint64_t window) noexcept nogil
cdef int _shift_id(int first, int source, int target) noexcept nogil

cdef class DeckTable:
    cdef uint64_t _holes[96]
    cdef int8_t _edges[96]
    cdef uint8_t _near[12288]

cdef class NailBed(State):
    cdef DeckTable _table
    cdef uint64_t _nails[4]
    cdef int8_t _card[4]

    cdef inline int _source(self, int shift) noexcept nogil
    @cython.locals(source=int, target=int)
    cdef inline int _target(self, int shift) noexcept nogil
    cdef inline uint64_t _taken(self) noexcept nogil
    @cython.locals(card=int, place=int, turned=int, window=uint64_t)
    cdef inline bint _fits(self, uint64_t nails) noexcept nogil
    @cython.locals(own=uint64_t, free=uint64_t, nails=int, slot=int)
    cdef inline void _fill_targets(self, uint64_t* targets) noexcept nogil
    @cython.locals(
        own=uint64_t, taken=uint64_t, window=uint64_t, holes=uint64_t,
        fits=bint, slot=int, card=int, place=int, turned=int, near=int,
    )
    cdef inline bint _fill_fitting(self, uint64_t* targets) noexcept nogil
    @cython.locals(own=uint64_t, outside=uint64_t, goals=uint64_t, movers=uint64_t)
    cdef inline void _add_fitting(
        self, uint64_t* targets, int place, uint64_t missing, uint64_t surplus
    ) noexcept nogil
    @cython.locals(goals=uint64_t, own=uint64_t, slot=int, source=int)
    cdef inline int _write(
        self, int* ids, int count, uint64_t* targets, int put, int shift
    ) noexcept nogil

    @cython.locals(targets=uint64_t[8])
    cdef inline int _write_turns(self, int* ids) noexcept nogil
    @cython.locals(fits=bint, targets=uint64_t[8])
    cdef inline int _write_laying(self, int* ids, int count) noexcept nogil
    cdef inline bint _allows_turn(self, int id) noexcept nogil
    @cython.locals(own=uint64_t)
    cdef inline bint _allows_action(self, int id) noexcept nogil
    cdef inline uint64_t _change(self, int id) noexcept nogil
    @cython.locals(
        plain=uint64_t[8], fitting=uint64_t[8], fits=bint, actions=int, laying=int, slot=int, n=int
    )
    cdef inline int _pick_turn(self, uint64_t draw) noexcept nogil
    cdef inline int _pick_bit(self, uint64_t bits, uint64_t draw) noexcept nogil
    @cython.locals(slot=int, target=int)
    cdef inline int _nth_action(self, uint64_t* targets, int n, int put, int shift) noexcept nogil
