cimport cython
from libc.stdint cimport int8_t, uint16_t, uint64_t

from jemaa.core.bits cimport count as _count
from jemaa.core.state cimport State
from jemaa.games.facir.bed cimport NailBed

cdef int _DEAL, _STAND, _PLAY, _END
cdef int _CHANCE, _OVER, _NONE, _DECIDING, _NAILS, _QUARTERS, _MOST_TURNS
cdef int _SHIFT, _PUT_AND_LAY
cdef uint64_t _ONE, _DECK
cdef list _MOVES, _OUTCOMES
cdef class FacirState(NailBed):
    cdef uint64_t _won[4]
    cdef uint64_t _void
    cdef int8_t _rotation[4]
    cdef int8_t _edge[4]
    cdef int _round
    cdef int _starter
    cdef int _phase
    cdef int _turns
    cdef int _playing
    cdef int _decider
    cdef int _first
    cdef int _repetitions
    cdef int _turn_cap
    cdef int _trail_length
    cdef uint16_t _trail[1000]

    cdef void _clear(self, object setup) except *
    cdef inline void _begin_round(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline int _first_of_round(self) noexcept nogil
    cdef inline int _next_seat(self, int seat) noexcept nogil
    cdef inline int _previous_seat(self, int seat) noexcept nogil
    cdef inline void _deal(self, int id) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void _stand(self, int id) noexcept nogil
    cdef inline void _turn(self, int id) noexcept nogil
    @cython.locals(source=int, target=int)
    cdef inline void _shift(self, int id) noexcept nogil
    cdef inline bint _is_void(self) noexcept nogil
    @cython.locals(changed=uint64_t[4], found=int, seat=int, index=int)
    cdef inline int _occurrences(self) noexcept nogil
    cdef inline void _void_round(self) noexcept nogil
    cdef inline void _win_round(self) noexcept nogil
    @cython.locals(bits=uint64_t, seat=int)
    cdef inline uint64_t _cards_in_rooms(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void _end_round(self) noexcept nogil
    @cython.locals(most=int, tied=int, seat=int)
    cdef inline int _tied(self) noexcept nogil
    cdef inline void _end(self) noexcept nogil

    @cython.locals(won=uint64_t)
    cdef inline uint64_t _bag(self) noexcept nogil
    @cython.locals(rotation=int)
    cdef int _legal(self, int* ids) noexcept nogil
    @cython.locals(bag=uint64_t, count=int)
    cdef int _chances(self, int* ids, int* weights) noexcept nogil
    cdef bint _allows(self, int id) noexcept nogil
    cdef int _pick(self, uint64_t draw) noexcept nogil
    cdef void _play(self, int id) noexcept nogil
    cdef void _step(self, uint64_t draw) noexcept nogil
    cdef long _standing(self, int seat) noexcept nogil
    @cython.locals(index=int)
    cdef void _assign(self, State other) noexcept nogil
    @cython.locals(new=FacirState)
    cdef State _copy(self)
    @cython.locals(new=FacirState)
    cdef FacirState _blank(self)
    cdef list _moves(self)
    cdef list _outcomes(self)
    cpdef tuple _key(self)
