#!/usr/bin/env python3
"""Writes tests/package/streams.h: compressed streams and archives that other programs have made, for the tests of packages;
and the same as seeds for the fuzz target `package`.

    python3 tests/package/make_streams.py

Needs Python 3 with bz2 and lzma, and the programs xz, zstd and openssl. What no program makes is put together here."""
import base64, bz2, hashlib, io, lzma, pathlib, struct, subprocess, zipfile, zlib

ENTRIES = b''.join(b'entry %d\n' % i for i in range(1, 41))
MANY = b'entry\n' * 200_000
LZMA2 = {'id': lzma.FILTER_LZMA2, 'dict_size': 1 << 20}
streams = {}


PASSWORD = 'b\u00fccher'
AES = b'\x06\xf1\x07\x01'


def aes(data, rounds, salt=b'', start=b''):
    """Encrypted as 7-Zip does it, and the method's properties."""
    word = salt + PASSWORD.encode('utf-16-le')
    if rounds == 0x3F:
        key = word.ljust(32, b'\0')
    else:
        key = hashlib.sha256(b''.join(word + struct.pack('<Q', i) for i in range(1 << rounds))).digest()
    properties = bytes([rounds | bool(salt) << 7 | bool(start) << 6])
    if salt or start:
        properties += bytes([max(len(salt) - 1, 0) << 4 | max(len(start) - 1, 0)]) + salt + start
    command = ['openssl', 'enc', '-aes-256-cbc', '-nopad', '-K', key.hex(), '-iv', start.ljust(16, b'\0').hex()]
    data += bytes(-len(data) % 16)
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout, properties


def zstd(data, *flags):
    return subprocess.run(['zstd', '-q', '-c', *flags], input=data, stdout=subprocess.PIPE, check=True).stdout


def xz(data, *flags):
    return subprocess.run(['xz', '-c', *flags], input=data, stdout=subprocess.PIPE, check=True).stdout


def xz_with_index(stream, change):
    """The stream with other bytes in its index, before the padding and the checksum."""
    size = 4 * (struct.unpack('<I', stream[-8:-4])[0] + 1)
    index = stream[-12 - size:-16]
    # The count and the record of one block are of two and a half bytes at least.
    bare = index.rstrip(b'\0')
    index = change(bare)
    index += bytes(-len(index) % 4)
    index += struct.pack('<I', zlib.crc32(index))
    tail = struct.pack('<I', len(index) // 4 - 1) + stream[-4:-2]
    return stream[:-12 - size] + index + struct.pack('<I', zlib.crc32(tail)) + tail + b'YZ'


def xz_with_dictionary(stream, code):
    """The stream with another dictionary size in the header of its block."""
    header = bytearray(stream[12:24])
    assert header[2] == 0x21, header.hex()
    header[4] = code
    header[8:12] = struct.pack('<I', zlib.crc32(bytes(header[:8])))
    return stream[:12] + bytes(header) + stream[24:]


def zip_of(method, packed, data=ENTRIES, name=b'a.txt'):
    """A ZIP archive of one member, for methods that Python's zipfile does not write."""
    fields = struct.pack('<HHHHHIII', 63, 0x800, method, 0, 0x5C21, zlib.crc32(data), len(packed), len(data))
    local = b'PK\3\4' + fields + struct.pack('<HH', len(name), 0) + name
    entry = b'PK\1\2' + struct.pack('<H', 63) + fields + struct.pack('<HHHHHII', len(name), 0, 0, 0, 0, 0, 0) + name
    end = b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, 1, 1, len(entry), len(local) + len(packed), 0)
    return local + packed + entry + end


def zip_by_python(method):
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w', method) as archive:
        archive.writestr(zipfile.ZipInfo('a.txt', (2026, 1, 1, 0, 0, 0)), ENTRIES, method)
    return file.getvalue()


streams['Bzip2'] = bz2.compress(ENTRIES)
streams['Bzip2Many'] = bz2.compress(MANY)
# One stream of 60 blocks, which begin at every bit of a byte.
streams['Bzip2Blocks'] = bz2.compress(b'entry\n' * 1_000_000, 1)
streams['Xz'] = lzma.compress(ENTRIES)
streams['XzSha256'] = lzma.compress(ENTRIES, check=lzma.CHECK_SHA256)
streams['XzMany'] = lzma.compress(MANY, check=lzma.CHECK_CRC32)
streams['XzBlocks'] = xz(b'entry\n' * 500_000, '-0', '--block-size=100000', '--check=crc32')
streams['XzSameIndex'] = xz_with_index(streams['Xz'], lambda index: index)
streams['XzLongCount'] = xz_with_index(streams['Xz'], lambda index: b'\0\x81\0' + index[2:])
streams['XzEndlessNumber'] = xz_with_index(streams['Xz'], lambda index: index[:2] + b'\x80' * 12 + index[2:])
streams['XzFilters'] = lzma.compress(ENTRIES, filters=[{'id': lzma.FILTER_X86}, {'id': lzma.FILTER_DELTA, 'dist': 2}, LZMA2])
CALLS = b''.join(b'\xe8' + struct.pack('<i', 7000 - 9 * i) + b'call%d' % (i % 7) for i in range(700))
streams['XzCalls'] = lzma.compress(CALLS, filters=[{'id': lzma.FILTER_X86}, LZMA2])
streams['XzLargeDictionary'] = xz_with_dictionary(lzma.compress(ENTRIES), 37)
streams['Lzma'] = lzma.compress(ENTRIES, format=lzma.FORMAT_ALONE)
streams['LzmaMany'] = lzma.compress(MANY, format=lzma.FORMAT_ALONE)
streams['Zstd'] = zstd(ENTRIES, '-19', '--check')
streams['ZstdMany'] = zstd(MANY, '-3', '--check')
streams['ZipBzip2'] = zip_by_python(zipfile.ZIP_BZIP2)
streams['ZipLzma'] = zip_by_python(zipfile.ZIP_LZMA)
streams['ZipXz'] = zip_of(95, lzma.compress(ENTRIES))
streams['ZipZstd'] = zip_of(93, zstd(ENTRIES, '-19', '--no-check'))


def number(value):
    """A number of a 7-Zip directory."""
    for extra in range(9):
        if value < 1 << (7 * extra + 7) or extra == 8:
            mask = 0xFF << (8 - extra) & 0xFF
            return bytes([mask | (value >> 8 * extra if extra < 7 else 0)]) + value.to_bytes(8, 'little')[:extra]


def folder_of(coders):
    """A chain of (method, properties): the first one gives the content."""
    out = number(len(coders))
    for method, properties in coders:
        out += bytes([len(method) | (0x20 if properties else 0)]) + method
        out += number(len(properties)) + properties if properties else b''
    for i in range(len(coders) - 1):
        out += number(i) + number(i + 1)
    return out


def streams_of(place, folders):
    """folders: (coders or the bytes of a folder, packed, sizes of the outputs, [content of each file])"""
    out = b'\6' + number(place) + number(len(folders))
    out += b'\x09' + b''.join(number(len(packed)) for _, packed, _, _ in folders) + b'\0'
    out += b'\7\x0b' + number(len(folders)) + b'\0'
    out += b''.join(folder if isinstance(folder, bytes) else folder_of(folder) for folder, _, _, _ in folders)
    out += b'\x0c' + b''.join(number(size) for _, _, sizes, _ in folders for size in sizes) + b'\0'
    out += b'\x08\x0d' + b''.join(number(len(files)) for _, _, _, files in folders)
    out += b'\x09' + b''.join(number(len(data)) for _, _, _, files in folders for data in files[:-1])
    out += b'\x0a\1' + b''.join(struct.pack('<I', zlib.crc32(data)) for _, _, _, files in folders for data in files)
    return out + b'\0\0'


def seven_zip(folders, names, packs_header=False, encrypts_header=False):
    """names: (name, 'file' | 'empty' | 'folder', attributes or None)"""
    packed = b''.join(folder[1] for folder in folders)
    header = b'\1' + (b'\4' + streams_of(0, folders) if folders else b'') + b'\5' + number(len(names))

    def bits(flags):
        flags = list(flags) + [False] * (-len(flags) % 8)
        return bytes(sum(flag << 7 - k for k, flag in enumerate(flags[i:i + 8])) for i in range(0, len(flags), 8))

    def prop(kind, data):
        return bytes([kind]) + number(len(data)) + data

    empty = [kind != 'file' for _, kind, _ in names]
    if any(empty):
        header += prop(0x0E, bits(empty)) + prop(0x0F, bits([kind == 'empty' for _, kind, _ in names if kind != 'file']))
    header += prop(0x19, b'\0\0\0')
    header += prop(0x11, b'\0' + b''.join(name.encode('utf-16-le') + b'\0\0' for name, _, _ in names))
    ticks = (1767225600 + 11644473600) * 10_000_000
    header += prop(0x14, b'\1\0' + struct.pack('<Q', ticks) * len(names))
    known = [attributes is not None for _, _, attributes in names]
    header += prop(0x15, b'\0' + bits(known) + b'\0' + b''.join(struct.pack('<I', a) for _, _, a in names if a is not None))
    header += b'\0\0'
    if packs_header:
        small, properties = lzma1(header)
        # As a directory that is packed itself: one block without names.
        outer = b'\x17\6' + number(len(packed)) + b'\1\x09' + number(len(small)) + b'\0'
        coders, sizes = [(b'\3\1\1', properties)], [len(header)]
        if encrypts_header:
            sizes.append(len(small))
            small, properties = aes(small, 5, start=b'header')
            coders.append((AES, properties))
            outer = outer[:-1 - len(number(sizes[1]))] + number(len(small)) + b'\0'
        outer += b'\7\x0b\1\0' + folder_of(coders) + b'\x0c' + b''.join(number(size) for size in sizes)
        outer += b'\x0a\1' + struct.pack('<I', zlib.crc32(header)) + b'\0\0'
        packed, header = packed + small, outer
    start = struct.pack('<QQI', len(packed), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\0\4" + struct.pack('<I', zlib.crc32(start)) + start + packed + header


def lzma1(data, *before):
    options = {'id': lzma.FILTER_LZMA1, 'dict_size': 1 << 20}
    # liblzma writes a mark at the end, which 7-Zip allows.
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=[*before, options])
    return packed, b'\x5d' + struct.pack('<I', 1 << 20)


def lzma2(data, *before):
    return lzma.compress(data, lzma.FORMAT_RAW, filters=[*before, LZMA2])


def raw_deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


LZMA2_CODER = (b'\x21', b'\x10')
OTHER = b'second file\n'
CODE = bytes(range(256)) + b'\xe8\0\1\0\0' * 40
both = ENTRIES + OTHER
names = [('docs', 'folder', 0x10), ('docs/a.txt', 'file', 0x20), ('docs/b \u00fc\U0001f600.txt', 'file', None), ('empty', 'empty', None)]
streams['SevenZip'] = seven_zip([([LZMA2_CODER], lzma2(both), [len(both)], [ENTRIES, OTHER])], names)
streams['SevenZipPacked'] = seven_zip([([(b'\3\1\1', lzma1(both)[1])], lzma1(both)[0], [len(both)], [ENTRIES, OTHER])], names, True)
X86 = {'id': lzma.FILTER_X86}
DELTA = {'id': lzma.FILTER_DELTA, 'dist': 4}
methods = [
    ('copy', [(b'\0', b'')], OTHER, [len(OTHER)], OTHER),
    ('deflate', [(b'\4\1\x08', b'')], raw_deflate(ENTRIES), [len(ENTRIES)], ENTRIES),
    ('bzip2', [(b'\4\2\2', b'')], bz2.compress(ENTRIES), [len(ENTRIES)], ENTRIES),
    ('bcj', [(b'\3\3\1\3', b''), LZMA2_CODER], lzma2(CODE, X86), [len(CODE)] * 2, CODE),
    ('bcj lzma', [(b'\3\3\1\3', b''), (b'\3\1\1', lzma1(CODE)[1])], lzma1(CODE, X86)[0], [len(CODE)] * 2, CODE),
    ('delta', [(b'\3', b'\3'), LZMA2_CODER], lzma2(ENTRIES, DELTA), [len(ENTRIES)] * 2, ENTRIES),
    ('ppmd', [(b'\3\4\1', b'\6\0\0\0\1')], b'?????', [5], b'never'),
    ('aes', [(AES, b'\0\0')], b'?' * 16, [5], b'never'),
]
streams['SevenZipMethods'] = seven_zip([(coders, packed, sizes, [data]) for _, coders, packed, sizes, data in methods],
                                       [(name, 'file', None) for name, *_ in methods])
many2 = lzma2(MANY)
locked = [
    ('lzma2', [LZMA2_CODER, (AES, aes(many2, 12, start=b'a start of its o')[1])], aes(many2, 12, start=b'a start of its o')[0],
     [len(MANY), len(many2)], MANY),
    ('copy', [(b'\0', b''), (AES, aes(OTHER, 0, b'salt')[1])], aes(OTHER, 0, b'salt')[0], [len(OTHER)] * 2, OTHER),
    ('no rounds', [(AES, aes(OTHER, 0x3F)[1])], aes(OTHER, 0x3F)[0], [len(OTHER)], OTHER),
    ('too many rounds', [(AES, bytes([0x3E]))], b'?' * 16, [5], b'never'),
]
for name, encrypts in [('SevenZipEncrypted', False), ('SevenZipEncryptedNames', True)]:
    streams[name] = seven_zip([(coders, packed, sizes, [data]) for _, coders, packed, sizes, data in locked],
                              [(name, 'file', None) for name, *_ in locked], encrypts, encrypts)
streams['SevenZipLink'] = seven_zip([([(b'\0', b'')], OTHER[:6], [6], [OTHER[:6]])], [('link', 'file', 0x8000 | 0o120777 << 16)])


def write():
    lines = ['// Streams and archives for tests, in base64. Written by make_streams.py.', '#pragma once', '',
             '#include <string_view>', '', 'namespace lectern::testing {', '']
    for name, data in streams.items():
        text = base64.b64encode(data).decode()
        rows = [text[i:i + 90] for i in range(0, len(text), 90)]
        lines.append(f'inline constexpr std::string_view k{name} =')
        lines += [f'    "{row}"' for row in rows[:-1]] + [f'    "{rows[-1]}";']
    lines += ['', '}  // namespace lectern::testing', '']
    pathlib.Path(__file__).with_name('streams.h').write_text('\n'.join(lines))


def write_seeds():
    folder = pathlib.Path(__file__).parents[1] / 'fuzz' / 'seeds' / 'package'
    names = {'Bzip2': 'bz2', 'Xz': 'xz', 'Lzma': 'lzma', 'Zstd': 'zst', 'ZipBzip2': 'bzip2.zip', 'ZipLzma': 'lzma.zip',
             'ZipXz': 'xz.zip', 'ZipZstd': 'zstd.zip', 'SevenZip': 'solid.7z', 'SevenZipPacked': 'packed.7z',
             'SevenZipMethods': 'methods.7z', 'SevenZipEncrypted': 'encrypted.7z'}
    for stream, name in names.items():
        member = {'Zip': 'a.txt', 'Sev': 'bcj lzma' if 'Methods' in stream else 'docs/a.txt'}.get(stream[:3], '')
        (folder / name).write_bytes(member.encode() + b'\n' + streams[stream])
    entry = b'%-16s1767225600  0     0     100644  %-10d`\n'
    table, words = b'a_long_name_of_a_member.txt/\n', b'words\n'
    archive = b'!<arch>\n' + entry % (b'//', len(table)) + table + b'\n' * (len(table) % 2) + entry % (b'/0', len(words)) + words
    (folder / 'names.ar').write_bytes(b'a_long_name_of_a_member.txt\n' + archive)


write()
write_seeds()
