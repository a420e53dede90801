cimport cython
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from jemaa.core.state cimport State
from jemaa.games.facir.tables cimport DeckTable

cdef extern from *:
    int _count "__builtin_popcountll"(unsigned long long bits) noexcept nogil

cdef int _DEAL, _STAND, _PLAY, _END
cdef int _CHANCE, _OVER, _NONE, _DECIDING, _NAILS, _QUARTERS, _MOST_TURNS, _OTHERS
cdef int _PUT, _SHIFT, _LAY, _PUT_AND_LAY, _SHIFT_AND_LAY
cdef uint64_t _ONE, _FULL, _FOOTPRINT, _DECK
cdef list _MOVES, _OUTCOMES
cdef uint8_t _PLACES[25]
cdef uint8_t _INDEX[64]
cdef uint8_t _CELL[49]

cdef int _nth(uint64_t bits, int n) noexcept nogil
cdef int _packed(uint64_t window) noexcept nogil
cdef int _shift_id(int first, int source, int target) noexcept nogil

cdef class FacirState(State):
    cdef DeckTable _table
    cdef uint64_t _nails[4]
    cdef uint64_t _won[4]
    cdef uint64_t _void
    cdef int8_t _card[4]
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
    cdef inline int _source(self, int shift) noexcept nogil
    @cython.locals(source=int, target=int)
    cdef inline int _target(self, int shift) noexcept nogil
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
    cdef inline uint64_t _taken(self) noexcept nogil
    @cython.locals(card=int, place=int, turned=int, window=uint64_t)
    cdef inline bint _fits(self, uint64_t nails) noexcept nogil
    @cython.locals(own=uint64_t, free=uint64_t, nails=int, slot=int)
    cdef inline void _fill_targets(self, uint64_t* targets) noexcept nogil
    @cython.locals(
        own=uint64_t, taken=uint64_t, window=uint64_t, holes=uint64_t,
        fits=bint, slot=int, card=int, place=int, turned=int, near=int,
    )
    cdef inline bint _fill_fitting(self, uint64_t* targets) noexcept nogil
    @cython.locals(own=uint64_t, outside=uint64_t, goals=uint64_t, movers=uint64_t)
    cdef inline void _add_fitting(
        self, uint64_t* targets, int place, uint64_t missing, uint64_t surplus
    ) noexcept nogil
    @cython.locals(goals=uint64_t, own=uint64_t, slot=int, source=int)
    cdef inline int _write(
        self, int* ids, int count, uint64_t* targets, int put, int shift
    ) noexcept nogil

    @cython.locals(rotation=int, count=int, fits=bint, targets=uint64_t[8])
    cdef int _legal(self, int* ids) noexcept nogil
    @cython.locals(bag=uint64_t, count=int)
    cdef int _chances(self, int* ids, int* weights) noexcept nogil
    cdef bint _allows(self, int id) noexcept nogil
    @cython.locals(own=uint64_t)
    cdef inline bint _allows_action(self, int id) noexcept nogil
    cdef inline uint64_t _change(self, int id) noexcept nogil
    cdef int _pick(self, uint64_t draw) noexcept nogil
    @cython.locals(
        plain=uint64_t[8], fitting=uint64_t[8], fits=bint, actions=int, laying=int, slot=int, n=int
    )
    cdef inline int _pick_turn(self, uint64_t draw) noexcept nogil
    @cython.locals(slot=int, target=int)
    cdef inline int _nth_action(self, uint64_t* targets, int n, int put, int shift) noexcept nogil
    cdef void _play(self, int id) noexcept nogil
    cdef void _step(self, uint64_t draw) noexcept nogil
    cdef long _standing(self, int seat) noexcept nogil
    @cython.locals(index=int)
    cdef void _assign(self, State other) noexcept nogil
    @cython.locals(new=FacirState)
    cdef State _copy(self)
    cdef list _moves(self)
    cdef list _outcomes(self)
    cpdef tuple _key(self)
