cimport cython
from libc.stdint cimport uint8_t

from jemaa.core.rows cimport bytes_of, clear_bytes, floats_of
from jemaa.core.state cimport State

cdef class Observer:
    cdef readonly object layout
    cdef int _planes_size
    cdef int _scalars_size
    cdef int _actions
    cdef int _most_legal

    cdef void _observe(self, State state, int seat, uint8_t* planes, float* scalars) noexcept nogil
    @cython.locals(ids=int[1024], count=int, index=int)
    cdef void _mask(self, State state, uint8_t* mask) noexcept nogil
    @cython.locals(ids=int[1024], count=int, index=int)
    cdef void _pack(self, State state, uint8_t* bits) noexcept nogil

    cpdef object observe_into(self, State state, int seat, object planes, object scalars)
    cpdef object mask_into(self, State state, object mask)
    cpdef object pack_into(self, State state, object bits)
