cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport count as _count, lowest as _lowest
from jemaa.games.facir.bed cimport _FULL, _NAILS
from jemaa.games.facir.rules cimport FacirState, _DECIDING, _END, _NONE, _PLAY, _STAND

cdef tuple _NAMES
cdef int _ROUNDS
cdef dict _KNOWN
cdef list _TABLES, _NAIL

@cython.locals(known=FacirState, made=dict)
cpdef dict scene(FacirState state, object seat, bint revealed)
@cython.locals(known=FacirState, table=dict, made=dict, new_phase=bint)
cpdef dict change(FacirState before, object action, FacirState after, object seat, bint revealed)
cdef void _change_round(dict made, dict table)

@cython.locals(kept=tuple)
cdef FacirState _known(FacirState state, object seat)
@cython.locals(kept=tuple, table=dict)
cdef dict _table(FacirState state)
@cython.locals(number=int)
cdef dict _open_table(FacirState known)
cpdef tuple progress(FacirState state)
cdef int _round(FacirState known) noexcept
@cython.locals(drawn=int, seat=int)
cdef int _bag(FacirState known) except -1

@cython.locals(nails_left=tuple, scores=tuple, seat=int)
cdef tuple _open_rooms(FacirState known)
@cython.locals(edge=int)
cdef dict _room(FacirState known, int seat, int nails_left, int score)
@cython.locals(deck=tuple, found=list)
cdef tuple _printed(FacirState known, uint64_t cards)
@cython.locals(rooms=list, other=int)
cdef tuple _rooms(dict table, FacirState shown, int seat, bint revealed)
@cython.locals(card=int, rotation=int)
cdef dict _card(FacirState known, int seat)
@cython.locals(nails=uint64_t[4], taken=uint64_t, cell=int, seat=int, found=list)
cpdef tuple standing(tuple boards)
cdef dict _nail(int cell, int seat)

@cython.locals(own=dict, card=dict)
cdef dict _own(FacirState known, int seat)
cdef dict _resting(FacirState known, int seat)
@cython.locals(names=list)
cdef tuple _squares(uint64_t board)
