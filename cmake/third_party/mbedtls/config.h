/* What lectern takes from Mbed TLS: the ciphers and digests that encrypted documents and archives
 * use. No TLS, no keys but those of a password, no random numbers. */
#ifndef MBEDTLS_CONFIG_H
#define MBEDTLS_CONFIG_H

#define MBEDTLS_AES_C
#define MBEDTLS_BLOWFISH_C
#define MBEDTLS_MD5_C
#define MBEDTLS_SHA1_C
#define MBEDTLS_SHA512_C

#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_CIPHER_MODE_CFB

/* Tables that are made when they are first used would be global state. */
#define MBEDTLS_AES_ROM_TABLES
/* One table in place of four that are rotations of it: 6 KB less. */
#define MBEDTLS_AES_FEWER_TABLES

#define MBEDTLS_DEPRECATED_REMOVED

#endif
