cimport cython
from libc.stdint cimport int16_t, uint8_t, uint64_t

from jemaa.core.bits cimport count as _count, lowest as _lowest, nth as _nth
from jemaa.core.state cimport _CHANCE, _OVER, State

# The values of `rules.py`, where the compiler can see them: it leaves out what cannot happen then.
cdef enum:
    _DRAW = 0
    _TURN = 1
    _ROLL = 2
    _LAY = 3
    _END = 4
    _TURNS = 3
    _ROLLS = 4
    _NONE = -1

cdef uint64_t _ONE
cdef list _MOVES, _OUTCOMES
cdef uint8_t _MARCH[1024]
cdef uint64_t _ALONG[64]
cdef uint64_t _DOWN[64]
cdef uint8_t _RUG_ID[128]
cdef uint8_t _PLACE[96]
cdef uint8_t _FACE[6]
cdef uint8_t _FACES[4]

@cython.locals(area=uint64_t, grown=uint64_t)
cdef uint64_t _flood(uint64_t seed, uint64_t colour) noexcept nogil
cdef int _write(int* ids, int count, uint64_t places, int first) noexcept nogil

cdef class MarrakechState(State):
    cdef uint64_t _boards[4]
    cdef uint64_t _east
    cdef uint64_t _south
    cdef int16_t _cash[4]
    cdef int16_t _left[4]
    cdef int16_t _fallen[4]
    cdef int16_t _owner[4]
    cdef int16_t _colour_of[4]
    cdef int _cell
    cdef int _heading
    cdef int _phase
    cdef int _colour
    cdef bint _turns_after
    cdef bint _stays

    cdef inline void _begin_turn(self, int seat) noexcept nogil
    cdef inline void _aim(self) noexcept nogil
    cdef inline void _turn(self, int id) noexcept nogil
    @cython.locals(end=int)
    cdef inline void _march(self, int id) noexcept nogil
    @cython.locals(second=int, third=int)
    cdef inline int _top(self, int cell) noexcept nogil
    @cython.locals(colour=int, seed=uint64_t)
    cdef inline int _due(self, int cell) noexcept nogil
    @cython.locals(owner=int, short=bint)
    cdef inline void _pay(self, int due) noexcept nogil
    @cython.locals(owner=int)
    cdef inline bint _takes_tribute(self, int colour) noexcept nogil
    @cython.locals(order=int, seat=int)
    cdef inline void _fall(self) noexcept nogil
    @cython.locals(down=bint, link=uint64_t, mask=uint64_t, colour=int)
    cdef inline void _lay(self, int place) noexcept nogil
    @cython.locals(seat=int)
    cdef inline void _pass_on(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline int _next_seat(self) noexcept nogil
    @cython.locals(rugs=int, colour=int)
    cdef inline int _rugs_of(self, int seat) noexcept nogil
    cdef inline void _end(self) noexcept nogil

    @cython.locals(turn=int, count=int)
    cdef int _legal(self, int* ids) noexcept nogil
    @cython.locals(roll=int, count=int, colour=int)
    cdef int _chances(self, int* ids, int* weights) noexcept nogil
    @cython.locals(colour=int, along=uint64_t, down=uint64_t, is_down=bint, places=uint64_t)
    cdef bint _allows(self, int id) noexcept nogil
    cdef int _pick(self, uint64_t draw) noexcept nogil
    @cython.locals(n=int, drawn=int, colour=int)
    cdef inline int _drawn(self, uint64_t draw) noexcept nogil
    cdef void _play(self, int id) noexcept nogil
    cdef void _step(self, uint64_t draw) noexcept nogil
    cdef int _proceed(self, int id, uint64_t draw) noexcept nogil
    @cython.locals(done=int)
    cdef int _stride(self, uint64_t* draws, int count) noexcept nogil
    @cython.locals(along=uint64_t, down=uint64_t, count=int, n=int, is_down=bint)
    cdef inline int _place(self, uint64_t draw) noexcept nogil
    cdef void _assign(self, State other) noexcept nogil
    @cython.locals(seen=int, colour=int)
    cdef inline int _seen(self, int seat) noexcept nogil
    cdef inline int _score(self, int seat) noexcept nogil
    @cython.locals(fallen=int)
    cdef long _standing(self, int seat) noexcept nogil
    @cython.locals(new=MarrakechState)
    cdef State _copy(self)
    cdef list _moves(self)
    cdef list _outcomes(self)
    cpdef tuple _key(self)
