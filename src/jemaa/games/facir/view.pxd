cimport cython

from jemaa.games.facir.rules cimport FacirState

cdef int _NONE, _UNKNOWN

@cython.locals(known=FacirState, other=int)
cdef FacirState _known_to(FacirState state, int seat)
cdef void _show_round(FacirState state, FacirState known) noexcept
@cython.locals(index=int)
cdef void _show_trail(FacirState state, FacirState known) noexcept
cdef void _show_seat(FacirState state, FacirState known, int seat, bint is_own) noexcept
cdef int _hidden(int number) noexcept
