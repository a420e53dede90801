cimport cython

from jemaa.core.state cimport State

cdef int _NODES_A_LOOK, _OVER

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
