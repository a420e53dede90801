cimport cython
from libc.math cimport exp as _exp

from jemaa.core.state cimport State

cdef double _SELDOM

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
