cimport cython
from libc.math cimport exp as _exp

from jemaa.core.state cimport State

cdef int _NODES_A_LOOK, _OVER
cdef double _SELDOM

cdef class Control:
    cdef readonly object limit
    cdef volatile bint _stopped
    cdef long _nodes_left
    cdef double _deadline
    cdef double _end
    cdef bint _is_timed
    cdef int _until_look
    cdef bint _spend(self) noexcept nogil
    cdef bint _tick(self) noexcept nogil
    # The clock is Python's: whoever looks at it takes the interpreter's lock for a moment.
    cdef void _look(self) noexcept with gil
    cdef void _end_at(self, double moment)

cdef class Evaluator:
    cdef void _evaluate(self, State state, double* out) noexcept nogil
    cdef bint _settled(self, State state) noexcept nogil
    cdef bint _is_fair(self, State state) noexcept nogil
    @cython.locals(shares=double[4])
    cpdef tuple evaluate(self, State state)
    @cython.locals(
        ids=int[1024], weights=int[1024], value=double[4], given=double[4], mean=double[4],
        count=int, whole=int, index=int, seat=int, id=int, after=State,
    )
    cpdef tuple gain(self, State state, object outcome)

cdef class Policy:
    cdef void _prepare(self, State state) except *
    cdef int _spread(self, State state, int* ids, double* odds) noexcept nogil
    @cython.locals(ids=int[32], odds=double[32], count=int, index=int)
    cpdef dict spread(self, State state)

cdef class Supposed:
    cdef Policy policy
    cdef Supposed next
    cdef int ids[32]
    cdef double odds[32]

cpdef Supposed chain(object policies)
@cython.locals(best=int, index=int, whole=double, kept=int, share=double)
cdef int _soften(
    int* moves, double* values, int count, double softness, int* ids, double* odds
) noexcept nogil
