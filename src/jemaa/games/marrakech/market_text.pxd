cimport cython

from jemaa.games.marrakech.rules cimport MarrakechState

cdef int _SIZE, _ZERO, _ONE, _COLUMN, _EAST, _SOUTH, _SLASH, _SPACE
cdef unsigned char _LETTERS[4]
cdef unsigned char _LOOKS[4]

@cython.locals(line=cython.uchar[160], at=int, y=int)
cpdef str board_text(MarrakechState state)
@cython.locals(gap=int, cell=int, colour=int)
cdef int _row(MarrakechState state, int first, unsigned char* line, int at) noexcept nogil
