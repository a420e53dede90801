cimport cython

from jemaa.core.state cimport State
from jemaa.players.control cimport Control
from jemaa.players.evaluator cimport Evaluator

cdef int _CHANCE, _OVER, _DEEPEST
cdef double _BEYOND

cdef class Frame:
    cdef State state
    cdef bint is_last
    cdef Frame next
    cdef int ids[1024]
    cdef int weights[1024]
    cdef double guesses[1024]

@cython.locals(first=Frame, frame=Frame)
cdef Frame _frames(State state)
@cython.locals(frame=Frame)
cdef Frame _frame(State state, bint is_last)

cdef class Expectimax:
    cdef Evaluator _evaluator
    cdef Evaluator _others
    cdef Control _control
    cdef int _root
    cdef int _inner
    cdef int _beyond
    cdef bint _knows_others
    cdef bint _alike
    cdef bint _aside
    cdef bint _supposes
    cdef int _seat
    cdef Frame _first
    cdef readonly long nodes

    @cython.locals(depth=int)
    cpdef list search(self, State state, int turns, Control control)
    cdef list _look_beyond(self, State state, list options, Control control)
    cdef list _search_depth(self, State state, int turns, Control control)
    @cython.locals(first=Frame)
    cdef void _make_frames(self, State state) except *
    @cython.locals(first=Frame)
    cdef Frame _begin(self, State state, Control control)
    @cython.locals(values=double[4], id=int, first=Frame)
    cdef object _option(self, State state, object move, int turns, Control control)
    cdef void _follow(self, Frame frame, int id, int turns, double* out) noexcept nogil
    cdef inline void _after(self, Frame frame, int id) noexcept nogil
    @cython.locals(values=double[4], first=Frame, count=int, index=int, seat=int)
    cdef void _add_values(
        self, State state, int[::1] ids, int turns, double weight,
        double[::1] scratch, double[::1] sums, Control control,
    ) except *
    cdef inline void _judge(self, Frame frame, double* out) noexcept nogil
    cdef inline bint _ends(self, Frame frame) noexcept nogil
    cdef inline bint _passed(self, Frame frame) noexcept nogil
    @cython.locals(actor=int)
    cdef void _value(self, Frame frame, int turns, double* out) noexcept nogil
    @cython.locals(count=int, value=double[4], total=int, weight=int, seat=int, index=int)
    cdef void _average(self, Frame frame, int turns, double* out) noexcept nogil
    cdef void _choose(self, Frame frame, int turns, double* out) noexcept nogil
    cdef inline bint _is_other(self, Frame frame, int turns) noexcept nogil
    @cython.locals(value=double[4], move=int)
    cdef int _suppose(self, Frame frame) noexcept nogil
    @cython.locals(actor=int, count=int, least=double, best=double, value=double[4], seat=int, index=int, move=int)
    cdef int _take_best(self, Frame frame, int turns, double* out) noexcept nogil
    @cython.locals(actor=int, value=double[4], least=double, next_best=double, guess=double, taken=int, index=int)
    cdef double _guess(self, Frame frame, int count) noexcept nogil
