cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport mix as _mix
from jemaa.core.playout cimport GOLDEN, MASK
from jemaa.core.state cimport State
from jemaa.players.expectimax cimport Frame, _frames
from jemaa.players.search cimport Control, Evaluator

cdef int _CHANCE, _OVER, _NONE, _OPTIONS, _OUTCOMES

cdef class Rollouts:
    cdef Evaluator _evaluator
    cdef int _turns
    cdef double _salt
    cdef bint _looks_ahead
    cdef object _setup
    cdef Frame _first
    cdef Frame _mind
    cdef int _mover
    cdef uint64_t _rng
    cdef double _luck[4]
    cdef int _option
    cdef int _taken
    cdef int _ends
    cdef double _noted[128]

    @cython.locals(shares=double[4], total=double, squares=double, done=int)
    cpdef object play(self, State state, int seat, int games, object seed, Control control)
    @cython.locals(shares=double[4])
    cpdef object foresee(self, State state, int seat, int turns, int most, Control control)
    @cython.locals(first=Frame, left=int)
    cpdef list path(self, State state, object seed, int turns)
    cdef void _make_frames(self, State state) except *
    @cython.locals(seat=int)
    cdef inline void _begin(self, State state) noexcept nogil
    @cython.locals(left=int, seat=int)
    cdef void _roll_out(self, State state, double* out) noexcept nogil
    cdef void _end(self, Frame frame, double* out) noexcept nogil
    cdef void _expect(self, Frame frame, int left, double* out, Control control) noexcept nogil
    @cython.locals(count=int, alike=int, index=int)
    cdef int _all_next(self, Frame frame, Frame mind) noexcept nogil
    @cython.locals(value=double[4], whole=int, index=int, seat=int, passed=bint)
    cdef void _expect_each(
        self, Frame frame, int count, int left, double* out, Control control
    ) noexcept nogil
    cdef inline bint _is_over(self, Frame frame) noexcept nogil
    cdef void _advance(self, Frame frame) noexcept nogil
    cdef inline uint64_t _random(self) noexcept nogil
    @cython.locals(
        count=int, value=double[4], mean=double[4], whole=int, rest=int, chosen=int, weight=int,
        index=int, seat=int,
    )
    cdef void _draw(self, Frame frame) noexcept nogil
    @cython.locals(seat=int)
    cdef void _weigh(self, Frame frame, int index, double* out) noexcept nogil
    @cython.locals(count=int, alike=int, chosen=int, index=int)
    cdef void _move(self, Frame frame, Frame mind) noexcept nogil
    @cython.locals(actor=int, count=int, value=double[4], best=double, index=int)
    cdef int _think(self, Frame frame, Frame mind) noexcept nogil
    cdef void _imagine(self, Frame mind) noexcept nogil
    cdef void _follow(self, Frame frame, int id, double* out) noexcept nogil
    @cython.locals(actor=int)
    cdef void _value(self, Frame frame, double* out) noexcept nogil
    cdef inline void _judge(self, Frame frame, double* out) noexcept nogil
    @cython.locals(count=int, value=double[4], whole=int, option=int, seat=int, index=int)
    cdef void _average(self, Frame frame, double* out) noexcept nogil
    @cython.locals(actor=int, count=int, value=double[4], best=double, seat=int, index=int)
    cdef void _take_best(self, Frame frame, double* out) noexcept nogil
