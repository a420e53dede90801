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
    #if defined(__BMI2__) && defined(__AVX2__) && !defined(JEMAA_PLAIN_C)
    #include <immintrin.h>
    /* Bit n becomes byte n, 32 at once: every byte sees its bit alone, and keeps 1 of it. */
    static inline void jemaa_spread32(uint8_t* out, uint64_t bits) {
        const __m256i octet = _mm256_setr_epi64x(
            0, INT64_C(0x0101010101010101), INT64_C(0x0202020202020202), INT64_C(0x0303030303030303));
        const __m256i own = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
        __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), octet);
        all = _mm256_min_epu8(_mm256_and_si256(all, own), _mm256_set1_epi8(1));
        _mm256_storeu_si256((__m256i*)out, all);
    }
    /* The last 32 begin so that they end with the last square, and overlap those before. */
    static inline void jemaa_write_board(uint8_t* out, uint64_t board) {
        uint64_t squares = _pext_u64(board, UINT64_C(0x7f7f7f7f7f7f7f));
        jemaa_spread32(out, squares);
        jemaa_spread32(out + 17, squares >> 17);
    }
    static inline void jemaa_write_pairs(uint8_t* out, uint64_t along, uint64_t down) {
        uint64_t rows = _pext_u64(along, UINT64_C(0x3f3f3f3f3f3f3f));
        uint64_t columns = _pext_u64(down, UINT64_C(0x7f7f7f7f7f7f));
        jemaa_spread32(out, rows);
        jemaa_spread32(out + 32, rows >> 32 | columns << 10);
        jemaa_spread32(out + 52, columns >> 10);
    }
    #else
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
    #endif
    """
    # Write the 49 squares of a board, one byte each.
    void write_board "jemaa_write_board"(uint8_t* out, uint64_t board) noexcept nogil
    # Write the 42 pairs of neighbours along rows, by their left square, then the 42 down columns.
    void write_pairs "jemaa_write_pairs"(uint8_t* out, uint64_t along, uint64_t down) noexcept nogil
