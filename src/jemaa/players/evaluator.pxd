cimport cython

from jemaa.core.state cimport State

cdef class Evaluator:
    cdef void _evaluate(self, State state, double* out) noexcept nogil
    cdef bint _settled(self, State state) noexcept nogil
    @cython.locals(shares=double[4])
    cpdef tuple evaluate(self, State state)
