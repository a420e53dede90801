cimport cython

from jemaa.games.marrakech.rules cimport MarrakechState

cdef int _SIZE, _END, _NONE
cdef int _ZERO, _ONE, _COLUMN, _EAST, _SOUTH, _SLASH, _SPACE, _COMMA, _OUT
cdef unsigned char _LETTERS[4]
cdef unsigned char _LOOKS[4]

@cython.locals(line=cython.uchar[256], at=int)
cpdef str text(MarrakechState state)
@cython.locals(line=cython.uchar[256], at=int)
cpdef str board_text(MarrakechState state)
@cython.locals(at=int, y=int)
cdef int _write_board(MarrakechState state, unsigned char* line) noexcept nogil
@cython.locals(gap=int, cell=int, colour=int)
cdef int _write_row(MarrakechState state, int first, unsigned char* line, int at) noexcept nogil
@cython.locals(seat=int)
cdef int _write_purses(MarrakechState state, unsigned char* line, int at) noexcept nogil
@cython.locals(seat=int, colour=int)
cdef int _write_rugs(MarrakechState state, unsigned char* line, int at) noexcept nogil
cdef int _write_pile(
    MarrakechState state, int colour, unsigned char* line, int at
) noexcept nogil
cdef int _write_number(int number, unsigned char* line, int at) noexcept nogil
@cython.locals(drawn=bint)
cdef str _turn_text(MarrakechState state)
