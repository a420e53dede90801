from libc.stdint cimport int8_t, uint8_t, uint64_t

cdef int _QUARTERS

cdef class DeckTable:
    cdef uint64_t _holes[96]
    cdef int8_t _edges[96]
    cdef uint8_t _near[12288]
