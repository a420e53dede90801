cimport cython
from libc.math cimport exp as _exp
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport count as _count
from jemaa.players.facir.nearness cimport Nearness
from jemaa.players.search cimport Control

cdef int _MOST_CARDS, _MOST_WORLDS, _DEEPEST, _TERMS, _SHUT, _NAILS, _VOID, _LAYS
cdef uint64_t _FULL

cdef class Foresight:
    cdef Nearness _nearness
    cdef Control _control
    cdef double _pace[28]
    cdef double _many[896]
    cdef double _more[896]
    cdef double _void_at_first
    cdef double _void_by_turn
    cdef readonly long nodes
    cdef int _size
    cdef int _players
    cdef int _turns
    cdef int _worlds
    cdef int _doubts
    cdef int _order[4]
    cdef int _cards[40]
    cdef int _held[4]
    cdef double _worth[40]
    cdef double _gains[20]
    cdef int _world[4000]
    cdef double _likely[1000]
    cdef int _doubt[128]
    cdef double _before[32]
    cdef double _beside[32]
    cdef uint64_t _nails[20]
    cdef uint64_t _answer[50]
    cdef double _best[50]
    cdef int _group[5000]
    cdef int _open[5000]

    cdef void _clear(self) except *
    cdef int _place(self, int seat, int card) except -1
    @cython.locals(shares=double[5], seat=int, before=uint64_t, count=int, index=int, depth=int)
    cpdef tuple values(self, uint64_t own, int answers, Control control)
    @cython.locals(seat=int, first=int, index=int, world=int, number=int)
    cdef void _expect(self, int level, int count, int answers, double* out) noexcept nogil
    @cython.locals(
        seat=int, first=int, index=int, world=int, number=int, other=int, alike=int, answer=uint64_t
    )
    cdef void _follow(
        self, int level, int start, int count, int answers, double* out
    ) noexcept nogil
    @cython.locals(void=double, whole=double, part=double, index=int, world=int, place=int, seat=int)
    cdef void _judge(self, int level, int count, double* out) noexcept nogil
    @cython.locals(
        windows=int[25], ways=int[8], taken=uint64_t, own=uint64_t, place=int, seat=int, order=int,
        number=int, card=int, distance=int, worth=double,
    )
    cdef void _weigh(self, int level, int done) noexcept nogil
    @cython.locals(seat=int, own=uint64_t, sources=uint64_t)
    cdef void _choose(self, int level) noexcept nogil
    @cython.locals(
        windows=int[25], ways=int[8], taken=uint64_t, own=uint64_t, seat=int, other=int, number=int,
        card=int, always=bint,
    )
    cdef bint _note_laying(self, int level) noexcept nogil
    @cython.locals(seat=int, own=uint64_t, free=uint64_t, other=int)
    cdef void _try(self, int level, uint64_t rest) noexcept nogil
    @cython.locals(seat=int, gain=double, number=int, worth=double, value=double, doubt=int)
    cdef void _compare(self, int level) noexcept nogil
    @cython.locals(seat=int, void=double, doubt=int, place=int, other=int, worth=double)
    cdef void _weigh_others(self, int level) noexcept nogil
