cimport cython
from libc.stdint cimport uint64_t

from jemaa.games.facir.rules cimport FacirState, _DECIDING, _NONE, _PLAY

cdef list _LAST

@cython.locals(knows=bint)
cpdef object story(FacirState before, object action, FacirState after, object seat, bint revealed)
@cython.locals(edges=dict, seat=int)
cdef dict _edges(FacirState after)
@cython.locals(kept=tuple)
cdef object _played(FacirState before, object turn, FacirState after)
cdef object _tell_turn(FacirState before, object turn, bint ended)
cdef str _void_by(FacirState before)
cdef object _laid(FacirState before, object turn)
cdef tuple _nails_then(FacirState before, object turn)
@cython.locals(seat=int)
cdef tuple _shown(FacirState before)

cdef void _count_round(dict tally, FacirState last, object turn, int turns) except *
@cython.locals(taken=uint64_t)
cdef void _count_cards(dict tally, FacirState last, object turn) except *
