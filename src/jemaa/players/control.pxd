cdef class Control:
    cdef readonly object limit
    cdef object _timer
    cdef volatile bint _stopped
    cdef long _nodes_left
    cdef bint _spend(self) noexcept nogil
