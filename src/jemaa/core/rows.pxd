# What compiled code writes observations with: pointers into other people's buffers, and bits written
# as one byte each. `_rows.py` has the same for the uncompiled form.
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

cdef inline uint8_t* bytes_of(uint8_t[::1] buffer) except? NULL:
    return &buffer[0]

cdef inline int8_t* seats_of(int8_t[::1] buffer) except? NULL:
    return &buffer[0]

cdef inline int* ids_of(int[::1] buffer) except? NULL:
    return &buffer[0]

cdef inline float* floats_of(float[::1] buffer) except? NULL:
    return &buffer[0]

cdef inline uint8_t* bytes_from(uint8_t* row, Py_ssize_t at) noexcept nogil:
    return row + at

cdef inline float* floats_from(float* row, Py_ssize_t at) noexcept nogil:
    return row + at

cdef inline int* ids_from(int* row, Py_ssize_t at) noexcept nogil:
    return row + at

cdef inline void clear_bytes(uint8_t* row, int size) noexcept nogil:
    memset(row, 0, size)

cdef inline void clear_floats(float* row, int size) noexcept nogil:
    memset(row, 0, size * sizeof(float))

cdef inline void copy_bytes(uint8_t* out, uint8_t* row, int size) noexcept nogil:
    memcpy(out, row, size)

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* Bit n of the lowest seven becomes byte n: each factor moves one bit to its place. */
    static inline uint64_t jemaa_spread(uint64_t bits) {
        return ((bits & 0x7f) * UINT64_C(0x0000040810204081)) & UINT64_C(0x0001010101010101);
    }
    static inline void jemaa_store(uint8_t* out, uint64_t spread, int size) {
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        for (int i = 0; i < size; i++) out[i] = (uint8_t)(spread >> 8 * i);
    #else
        memcpy(out, &spread, size);
    #endif
    }
    /* A store of eight bytes is one instruction; the next row overwrites what is too much. Only the
       last row must not touch what comes after it: that may belong to another thread. */
    static inline void jemaa_write_board(uint8_t* out, uint64_t board) {
        for (int row = 0; row < 6; row++)
            jemaa_store(out + 7 * row, jemaa_spread(board >> 8 * row), 8);
        jemaa_store(out + 42, jemaa_spread(board >> 48), 7);
    }
    static inline void jemaa_write_pairs(uint8_t* out, uint64_t along, uint64_t down) {
        for (int row = 0; row < 7; row++)
            jemaa_store(out + 6 * row, jemaa_spread(along >> 8 * row), 8);
        for (int row = 0; row < 5; row++)
            jemaa_store(out + 42 + 7 * row, jemaa_spread(down >> 8 * row), 8);
        jemaa_store(out + 77, jemaa_spread(down >> 40), 7);
    }
    """
    # Write the 49 squares of a board, one byte each.
    void write_board "jemaa_write_board"(uint8_t* out, uint64_t board) noexcept nogil
    # Write the 42 pairs of neighbours along rows, by their left square, then the 42 down columns.
    void write_pairs "jemaa_write_pairs"(uint8_t* out, uint64_t along, uint64_t down) noexcept nogil
