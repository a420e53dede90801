cimport cython
from libc.stdint cimport uint32_t

cdef enum:
    _SIZE = 624
    _MIDDLE = 397
    _KEY_SIZE = 18

cdef uint32_t _MASK, _HIGH, _LOW
cdef uint32_t _BEGIN, _SPREAD, _TAKE, _SETTLE, _TWIST
cdef uint32_t _TEMPER_7, _TEMPER_15
cdef uint32_t _BLANK[624]

@cython.locals(index=int, before=uint32_t)
cdef void _fill_blank() noexcept

cdef class Twister:
    cdef uint32_t _words[624]
    cdef int _next

    cpdef object randrange(self, unsigned int count)
    @cython.locals(index=int, other=int)
    cpdef object shuffle(self, list items)
    @cython.locals(shift=int, found=uint32_t)
    cdef uint32_t _below(self, uint32_t count) noexcept nogil
    @cython.locals(key=uint32_t[18], place=int, index=int, length=int)
    cdef void _seed(self, bytes number) except *
    @cython.locals(place=int, index=int, before=uint32_t, first=uint32_t)
    cdef void _take(self, uint32_t* key, int length) noexcept nogil
    @cython.locals(index=int, before=uint32_t)
    cdef void _settle(self) noexcept nogil
    @cython.locals(index=int, middle=int, pair=uint32_t, word=uint32_t)
    cdef inline uint32_t _word(self) noexcept nogil

cpdef object generator(bytes seed)
