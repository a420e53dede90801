cimport cython

from jemaa.core.state cimport State
from jemaa.players.search cimport Control, Evaluator, Policy, Supposed, _soften, chain

cdef int _CHANCE, _OVER, _DEEPEST, _POLICIES
cdef double _BEYOND


cdef class Frame:
    cdef State state
    cdef bint is_last
    cdef Frame next
    cdef int ids[1024]
    cdef int weights[1024]
    cdef double guesses[1024]
    cdef bint is_leaning
    cdef double leans[8]
    cdef int counts[8]
    cdef int supposed[256]
    cdef double odds[256]

@cython.locals(first=Frame, frame=Frame)
cdef Frame _frames(State state)
@cython.locals(frame=Frame)
cdef Frame _frame(State state, bint is_last)

cdef class Expectimax:
    cdef Evaluator _evaluator
    cdef Supposed _others
    cdef int _policies
    cdef double _least
    cdef double _leans[32]
    cdef Control _control
    cdef int _root
    cdef int _inner
    cdef int _beyond
    cdef bint _alike
    cdef bint _aside
    cdef int _seat
    cdef Frame _first
    cdef readonly long nodes

    @cython.locals(depth=int)
    cpdef list search(self, State state, int turns, Control control)
    cdef list _look_beyond(self, State state, list options, Control control)
    cdef list _search_depth(self, State state, int turns, Control control)
    @cython.locals(first=Frame, other=Supposed)
    cdef void _make_frames(self, State state) except *
    @cython.locals(first=Frame)
    cdef Frame _begin(self, State state, Control control)
    @cython.locals(values=double[4], id=int, first=Frame)
    cdef object _option(self, State state, object move, int turns, Control control)
    @cython.locals(index=int)
    cdef void _follow(self, Frame frame, int id, int turns, double* out) noexcept nogil
    cdef inline void _after(self, Frame frame, int id) noexcept nogil
    @cython.locals(values=double[4], first=Frame, count=int, index=int, seat=int, is_done=bint)
    cdef bint _add_values(
        self, State state, int[::1] ids, int turns, double weight,
        double[::1] scratch, double[::1] sums, Control control,
    ) except -1
    cdef inline bint _ends(self, Frame frame) noexcept nogil
    cdef inline bint _passed(self, Frame frame) noexcept nogil
    @cython.locals(actor=int)
    cdef void _value(self, Frame frame, int turns, double* out) noexcept nogil
    @cython.locals(count=int, value=double[4], total=int, weight=int, seat=int, index=int)
    cdef void _average(self, Frame frame, int turns, double* out) noexcept nogil
    cdef void _choose(self, Frame frame, int turns, double* out) noexcept nogil
    @cython.locals(policy=int, lean=double)
    cdef inline bint _is_other(self, Frame frame, int turns) noexcept nogil
    @cython.locals(value=double[4], leans=double[8], likeliest=double, whole=double, share=double, policy=int, index=int, move=int, seat=int)
    cdef void _suppose(self, Frame frame, int turns, double* out) noexcept nogil
    @cython.locals(heaviest=double, likeliest=double, share=double, policy=int, index=int)
    cdef double _spread(self, Frame frame, double* leans) noexcept nogil
    @cython.locals(index=int)
    cdef void _ask(self, Supposed other, Frame frame, int policy, double* leans) noexcept nogil
    @cython.locals(total=double, policy=int, index=int)
    cdef double _lean(self, Frame frame, double* leans, int first, int move) noexcept nogil
    cdef int _weigh(self, State state, double softness, int* ids, double* odds) noexcept nogil
    @cython.locals(value=double[4], actor=int, count=int, index=int)
    cdef int _weigh_in(self, Frame frame, State state, double softness, int* ids, double* odds) noexcept nogil
    @cython.locals(actor=int, count=int, least=double, best=double, value=double[4], seat=int, index=int, move=int)
    cdef int _take_best(self, Frame frame, int turns, double* out) noexcept nogil
    @cython.locals(actor=int, value=double[4], least=double, next_best=double, guess=double, taken=int, index=int)
    cdef double _guess(self, Frame frame, int count) noexcept nogil

cdef class OneTurn(Policy):
    cdef Expectimax _search
    cdef double _softness
    cdef void _prepare(self, State state) except *
    cdef int _spread(self, State state, int* ids, double* odds) noexcept nogil
