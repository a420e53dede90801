cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.actions cimport Action
from jemaa.games.facir.bed cimport _FOOTPRINT, _LAY, _PLACES, _PUT, _PUT_AND_LAY, _packed
from jemaa.games.facir.rules cimport FacirState

cdef tuple _SQUARES
cdef dict _UNMARKED
cdef list _TURNS

cdef class _Way:
    cdef int rotation
    cdef uint64_t holes
    cdef list rows
    cdef list found

    @cython.locals(top=list, middle=list, bottom=list)
    cdef str marks(self, int nails)

@cython.locals(windows=int[25], taken=uint64_t, place=int, way=_Way)
cpdef tuple fits(FacirState known, int seat)
@cython.locals(place=int, marks=dict)
cdef dict _fit(_Way way, int* windows)
@cython.locals(ids=int[1024], count=int, index=int)
cpdef tuple lays(FacirState known)
@cython.locals(taken=uint64_t)
cdef dict _lay(FacirState known, int id)
@cython.locals(place=int, nails=uint64_t, ways=tuple, way=_Way)
cpdef tuple resting_place(str printed, uint64_t taken)
