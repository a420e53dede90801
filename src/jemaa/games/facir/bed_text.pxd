cimport cython
from libc.stdint cimport uint64_t

from jemaa.games.facir.rules cimport FacirState

cdef int _SIZE, _NONE, _UNKNOWN, _PLAY, _END
cdef int _ZERO, _SLASH, _COMMA, _PLUS, _DASH, _HAT, _MARK, _OUT
cdef unsigned char _EDGES[24]
cdef list _SHIFTS

@cython.locals(line=cython.uchar[256], at=int)
cpdef str text(FacirState state)
@cython.locals(line=cython.uchar[256], colours=bytes, at=int, y=int)
cpdef str board_text(FacirState state)
@cython.locals(gap=int, cell=int, seat=int)
cdef int _write_row(
    FacirState state, const unsigned char* colours, int first, unsigned char* line, int at
) noexcept nogil
@cython.locals(seat=int)
cdef int _seat_on(FacirState state, int cell) noexcept nogil
@cython.locals(at=int, seat=int)
cdef int _write_rooms(FacirState state, unsigned char* line) noexcept nogil
@cython.locals(rotation=int, edge=int, place=int)
cdef int _write_room(FacirState state, int seat, unsigned char* line, int at) noexcept nogil
cdef int _write_card(int card, unsigned char* line, int at) noexcept nogil
@cython.locals(at=int, seat=int)
cdef int _write_won(FacirState state, unsigned char* line) noexcept nogil
@cython.locals(card=int)
cdef int _write_cards(uint64_t cards, unsigned char* line, int at) noexcept nogil
cdef str _turn_text(FacirState state)
@cython.locals(index=int)
cdef str _trail_text(FacirState state)
