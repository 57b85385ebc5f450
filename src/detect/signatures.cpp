// Sources: the formats' own specifications as cited by the IANA media type registry and the Library
// of Congress format descriptions; where no type is registered, the usual x- type.
#include "detect/signatures.h"

#include <algorithm>

#include "detect/containers.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

constexpr Signature kSignatures[] = {
    // Images.
    {0, "\x89PNG\r\n\x1A\n"sv, "image/png", "PNG image"},
    {0, "\x8BJNG\r\n\x1A\n"sv, "image/x-jng", "JNG image"},
    {0, "\x8AMNG\r\n\x1A\n"sv, "video/x-mng", "MNG animation"},
    {0, "\xFF\xD8\xFF\xF7"sv, "image/jls", "JPEG-LS image"},
    {0, "\xFF\xD8\xFF"sv, "image/jpeg", "JPEG image"},
    {0, "GIF87a"sv, "image/gif", "GIF image"},
    {0, "GIF89a"sv, "image/gif", "GIF image"},
    {0, "BM"sv, "image/bmp", "BMP image", 6, "\0\0\0\0"sv},
    {0, "BM"sv, "image/bmp", "BMP image", 15, "\0\0\0"sv},
    {0, "\0\0\1\0"sv, "image/vnd.microsoft.icon", "icon"},
    {0, "\0\0\2\0"sv, "image/vnd.microsoft.icon", "cursor"},
    {0, "II*\0\x10\0\0\0CR"sv, "image/x-canon-cr2", "Canon CR2 raw image"},
    {0, "IIRO"sv, "image/x-olympus-orf", "Olympus ORF raw image"},
    {0, "IIRS"sv, "image/x-olympus-orf", "Olympus ORF raw image"},
    {0, "IIU\0"sv, "image/x-panasonic-rw2", "Panasonic RW2 raw image"},
    {0, "II\xBC\1"sv, "image/jxr", "JPEG XR image"},
    {0, "II*\0"sv, "image/tiff", "TIFF image"},
    {0, "MM\0*"sv, "image/tiff", "TIFF image"},
    {0, "II+\0"sv, "image/tiff", "BigTIFF image"},
    {0, "MM\0+"sv, "image/tiff", "BigTIFF image"},
    {0, "FUJIFILMCCD-RAW"sv, "image/x-fuji-raf", "Fujifilm RAF raw image"},
    {0, "FOVb"sv, "image/x-sigma-x3f", "Sigma X3F raw image"},
    {0, "8BPS\0\1\0\0\0\0\0\0"sv, "image/vnd.adobe.photoshop", "Photoshop image"},
    {0, "8BPS"sv, "image/vnd.adobe.photoshop", "Photoshop image"},
    {0, "gimp xcf "sv, "image/x-xcf", "GIMP image"},
    {0, "BPG\xFB"sv, "image/bpg", "BPG image"},
    {0, "FLIF"sv, "image/flif", "FLIF image"},
    {0, "\xFF\x0A"sv, "image/jxl", "JPEG XL image"},
    {0, "\0\0\0\x0CJXL \r\n\x87\n"sv, "image/jxl", "JPEG XL image"},
    {0, "\0\0\0\x0CjP  \r\n\x87\n"sv, "image/jp2", "JPEG 2000 image"},
    {0, "\xFF\x4F\xFF\x51"sv, "image/j2c", "JPEG 2000 code stream"},
    {0, "\xABKTX 11\xBB\r\n\x1A\n"sv, "image/ktx", "KTX texture"},
    {0, "\xABKTX 20\xBB\r\n\x1A\n"sv, "image/ktx2", "KTX2 texture"},
    {0, "DDS |\0\0\0"sv, "image/vnd.ms-dds", "DDS texture"},
    {0, "v/1\1"sv, "image/x-exr", "OpenEXR image"},
    {0, "#?RADIANCE\n"sv, "image/vnd.radiance", "Radiance HDR image"},
    {0, "SIMPLE  =                    T"sv, "image/fits", "FITS data"},
    {0, "AT&TFORM"sv, "image/vnd.djvu", "DjVu document"},
    {0, "AC10"sv, "image/vnd.dwg", "AutoCAD drawing"},
    {0, "\xD7\xCD\xC6\x9A"sv, "image/wmf", "Windows metafile"},
    {0, "\1\0\0\0"sv, "image/emf", "enhanced metafile", 40, " EMF"sv},
    {0, "P4\n"sv, "image/x-portable-bitmap", "PBM image"},
    {0, "P5\n"sv, "image/x-portable-graymap", "PGM image"},
    {0, "P6\n"sv, "image/x-portable-pixmap", "PPM image"},
    {0, "icns"sv, "image/icns", "Apple icon"},
    {0, "SDPX"sv, "image/x-dpx", "DPX image"},
    {0, "XPDS"sv, "image/x-dpx", "DPX image"},

    // Documents.
    {0, "%PDF-"sv, "application/pdf", "PDF document"},
    {0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "application/x-cfb", "OLE compound file"},
    {0, "{\\rtf"sv, "text/rtf", "RTF document"},
    {0, "%!PS-Adobe-"sv, "application/postscript", "PostScript document"},
    {0, "%!PS"sv, "application/postscript", "PostScript document"},
    {0, "\xC5\xD0\xD3\xC6"sv, "application/postscript", "EPS document"},
    {0, "ITSF\3\0\0\0"sv, "application/vnd.ms-htmlhelp", "compiled help"},
    {60, "BOOKMOBI"sv, "application/x-mobipocket-ebook", "Mobipocket book"},
    {0, "\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D"sv, "application/onenote", "OneNote section"},
    {0, "!BDN"sv, "application/vnd.ms-outlook", "Outlook mail folder"},
    {0, "\xFFWPC"sv, "application/vnd.wordperfect", "WordPerfect document"},

    // Archives and compression.
    {0, "PK\3\4"sv, "application/zip", "ZIP archive"},
    {0, "PK\5\6"sv, "application/zip", "ZIP archive"},
    {0, "PK\7\x08"sv, "application/zip", "ZIP archive"},
    {0, "\x1F\x8B"sv, "application/gzip", "gzip data"},
    {0, "BZh"sv, "application/x-bzip2", "bzip2 data", 4, "1AY&SY"sv},
    {0, "BZh"sv, "application/x-bzip2", "bzip2 data", 4, "\x17rE8P\x90"sv},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     "application/x-xz", "xz data"},
    {0, "7z\xBC\xAF\x27\x1C"sv, "application/x-7z-compressed", "7-Zip archive"},
    {0, "Rar!\x1A\7"sv, "application/vnd.rar", "RAR archive"},
    {0, "\x28\xB5\x2F\xFD"sv, "application/zstd", "Zstandard data"},
    {0, "\x04\x22\x4D\x18"sv, "application/x-lz4", "LZ4 data"},
    {0, "LZIP"sv, "application/x-lzip", "lzip data"},
    {0, "\x89LZO\0\r\n\x1A\n"sv, "application/x-lzop", "lzop data"},
    {0, "LRZI"sv, "application/x-lrzip", "lrzip data"},
    {0, "\x1F\x9D"sv, "application/x-compress", "compress data"},
    {0, "\x1F\xA0"sv, "application/x-compress", "compress data"},
    {0, "\x5D\0\0"sv, "application/x-lzma", "LZMA data"},
    {0, "MSCF\0\0\0\0"sv, "application/vnd.ms-cab-compressed", "cabinet archive"},
    {0, "ISc("sv, "application/x-installshield", "InstallShield archive"},
    {0, "\x60\xEA"sv, "application/x-arj", "ARJ archive"},
    {7, "**ACE**"sv, "application/x-ace-compressed", "ACE archive"},
    {2, "-lh"sv, "application/x-lzh-compressed", "LHA archive"},
    {20, "\xDC\xA7\xC4\xFD"sv, "application/x-zoo", "ZOO archive"},
    {0, "xar!"sv, "application/x-xar", "XAR archive"},
    {257, "ustar"sv, "application/x-tar", "tar archive"},
    {0, "070701"sv, "application/x-cpio", "cpio archive"},
    {0, "070702"sv, "application/x-cpio", "cpio archive"},
    {0, "070707"sv, "application/x-cpio", "cpio archive"},
    {0, "\xC7\x71"sv, "application/x-cpio", "cpio archive"},
    {0, "\x71\xC7"sv, "application/x-cpio", "cpio archive"},
    {0, "!<arch>\ndebian-binary"sv, "application/vnd.debian.binary-package", "Debian package"},
    {0, "!<arch>\n"sv, "application/x-archive", "static library"},
    {0, "\xED\xAB\xEE\xDB"sv, "application/x-rpm", "RPM package"},
    {0, "Cr24"sv, "application/x-google-chrome-extension", "Chrome extension"},
    {0, "hsqs"sv, "application/vnd.squashfs", "SquashFS image"},
    {32769, "CD001"sv, "application/x-iso9660-image", "ISO 9660 image"},
    {0, "WARC/1."sv, "application/warc", "web archive"},
    {0, "ArC\1"sv, "application/x-freearc", "FreeArc archive"},
    {0, "ZPAQ"sv, "application/x-zpaq", "ZPAQ archive"},
    {0, "Obj\1"sv, "application/avro", "Avro data"},
    {0, "PAR1"sv, "application/vnd.apache.parquet", "Parquet data"},
    {0, "ARROW1\0\0"sv, "application/vnd.apache.arrow.file", "Arrow data"},
    {0, "ORC\n"sv, "application/vnd.apache.orc", "ORC data"},

    // Programs.
    {0,
     "\x7F"
     "ELF"sv,
     "application/x-elf", "ELF program"},
    {0, "MZ"sv, "application/vnd.microsoft.portable-executable", "Windows program"},
    {0, "\xFE\xED\xFA\xCE"sv, "application/x-mach-binary", "Mach-O program"},
    {0, "\xFE\xED\xFA\xCF"sv, "application/x-mach-binary", "Mach-O program"},
    {0, "\xCE\xFA\xED\xFE"sv, "application/x-mach-binary", "Mach-O program"},
    {0, "\xCF\xFA\xED\xFE"sv, "application/x-mach-binary", "Mach-O program"},
    {0, "\xCA\xFE\xBA\xBE\0\0\0\1"sv, "application/x-mach-binary", "Mach-O program"},
    {0, "\xCA\xFE\xBA\xBE\0\0\0\2"sv, "application/x-mach-binary", "Mach-O program"},
    {0, "\xCA\xFE\xBA\xBE"sv, "application/java-vm", "Java class"},
    {0, "\xCA\xFE\xD0\x0D"sv, "application/x-java-pack200", "Java pack200 archive"},
    {0, "\0asm"sv, "application/wasm", "WebAssembly module"},
    {0, "dex\n035\0"sv, "application/vnd.android.dex", "Dalvik program"},
    {0, "dex\n"sv, "application/vnd.android.dex", "Dalvik program"},
    {0, "BC\xC0\xDE"sv, "application/x-llvm-bitcode", "LLVM bitcode"},
    {0, "\x1BLua"sv, "application/x-lua-bytecode", "Lua bytecode"},
    {2, "\r\n"sv, "application/x-python-bytecode", "Python bytecode", 4, "\0\0\0\0"sv},
    {0, "L\0\0\0\1\x14\2\0"sv, "application/x-ms-shortcut", "Windows shortcut"},
    {0, "book\0\0\0\0mark\0\0\0\0"sv, "application/x.apple.alias", "macOS alias"},
    {0, "NES\x1A"sv, "application/x-nintendo-nes-rom", "NES game"},
    {0, "\xEF\xBE\xAD\xDE"sv, "application/x-nsis", "NSIS installer"},
    {0, "FWS"sv, "application/x-shockwave-flash", "Flash program", 5, "\0"sv},
    {0, "CWS"sv, "application/x-shockwave-flash", "Flash program"},
    {0, "ZWS"sv, "application/x-shockwave-flash", "Flash program"},
    {0, "regf"sv, "application/x-ft-windows-registry-hive", "Windows registry hive"},
    {0, "\xD4\xC3\xB2\xA1"sv, "application/vnd.tcpdump.pcap", "packet capture"},
    {0, "\xA1\xB2\xC3\xD4"sv, "application/vnd.tcpdump.pcap", "packet capture"},
    {0, "\x0A\x0D\x0D\x0A"sv, "application/x-pcapng", "packet capture"},
    {0, "ElfFile\0"sv, "application/x-ms-evtx", "Windows event log"},

    // Fonts.
    {0, "wOFF"sv, "font/woff", "WOFF font"},
    {0, "wOF2"sv, "font/woff2", "WOFF2 font"},
    {0, "OTTO"sv, "font/otf", "OpenType font"},
    {0, "ttcf"sv, "font/collection", "font collection"},
    {0, "\0\1\0\0\0"sv, "font/ttf", "TrueType font"},
    {0, "true\0"sv, "font/ttf", "TrueType font"},
    {0, "\x80\1"sv, "application/x-font-type1", "Type 1 font", 6, "%!"sv},
    {34, "LP"sv, "application/vnd.ms-fontobject", "EOT font", 8, "\1\0\2\0"sv},
    {34, "LP"sv, "application/vnd.ms-fontobject", "EOT font", 8, "\2\0\2\0"sv},
    {34, "LP"sv, "application/vnd.ms-fontobject", "EOT font", 8, "\0\0\1\0"sv},

    // Sound. MPEG frames come last: they start with twelve bits only.
    {0, "\xFF\xFF\0\0\7\0\0\0\4\0\0\0\1\0\1"sv, "application/x-jmp-data", "JMP data"},
    {0, "ID3\2"sv, "audio/mpeg", "MP3 sound"},
    {0, "ID3\3"sv, "audio/mpeg", "MP3 sound"},
    {0, "ID3\4"sv, "audio/mpeg", "MP3 sound"},
    {0, "\xFF\xFB"sv, "audio/mpeg", "MP3 sound"},
    {0, "\xFF\xFA"sv, "audio/mpeg", "MP3 sound"},
    {0, "\xFF\xF3"sv, "audio/mpeg", "MP3 sound"},
    {0, "\xFF\xF2"sv, "audio/mpeg", "MP3 sound"},
    {0, "\xFF\xE3"sv, "audio/mpeg", "MP3 sound"},
    {0, "\xFF\xFD"sv, "audio/mpeg", "MP2 sound"},
    {0, "\xFF\xFC"sv, "audio/mpeg", "MP2 sound"},
    {0, "\xFF\xF5"sv, "audio/mpeg", "MP2 sound"},
    {0, "\xFF\xF4"sv, "audio/mpeg", "MP2 sound"},
    {0, "\xFF\xF1"sv, "audio/aac", "AAC sound"},
    {0, "\xFF\xF9"sv, "audio/aac", "AAC sound"},
    {0, "\xFF\xF8"sv, "audio/aac", "AAC sound"},
    {0, "\xFF\xFF"sv, "audio/mpeg", "MP1 sound"},
    {0, "\xFF\xFE\x18"sv, "audio/mpeg", "MP1 sound"},
    {0, "\x0Bw"sv, "audio/vnd.dolby.dd-raw", "AC-3 sound"},
    {0, "fLaC"sv, "audio/flac", "FLAC sound"},
    {0, "MThd\0\0\0\x06"sv, "audio/midi", "MIDI music"},
    {0, "#!AMR"sv, "audio/amr", "AMR sound"},
    {0, "FORM"sv, "audio/aiff", "AIFF sound", 8, "AIF"sv},
    {0, "MAC "sv, "audio/ape", "Monkey's Audio sound"},
    {0, "wvpk"sv, "audio/wavpack", "WavPack sound"},
    {0, "MP+"sv, "audio/x-musepack", "Musepack sound"},
    {0, "MPCK"sv, "audio/x-musepack", "Musepack sound"},
    {0, ".snd\0\0\0"sv, "audio/basic", "Sun/NeXT sound"},
    {0, "DSD "sv, "audio/x-dsf", "DSD sound"},
    {0, "caff\0"sv, "audio/x-caf", "Core Audio sound"},
    {0, "Creative Voice File\x1A"sv, "audio/x-voc", "Creative voice"},
    {0, "IMPM"sv, "audio/x-it", "Impulse Tracker module"},
    {44, "SCRM"sv, "audio/x-s3m", "ScreamTracker module"},
    {0, "Extended Module: "sv, "audio/x-xm", "FastTracker module"},
    {1080, "M.K."sv, "audio/x-mod", "ProTracker module"},

    // Moving pictures.
    {0, "FLV\1"sv, "video/x-flv", "Flash video"},
    {0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11"sv, "video/x-ms-asf", "Windows media"},
    {0, "\0\0\1\xBA"sv, "video/mpeg", "MPEG video"},
    {0, "\0\0\1\xB3"sv, "video/mpeg", "MPEG video"},
    {0, ".RMF"sv, "application/vnd.rn-realmedia", "RealMedia"},
    {0, ".ra\xFD"sv, "audio/x-pn-realaudio", "RealAudio"},
    {0, "G"sv, "video/mp2t", "MPEG transport stream", 188, "G"sv},
    {4, "G"sv, "video/mp2t", "MPEG transport stream", 196, "G"sv},
    {0, "\x06\x0E\x2B\x34\x02\x05\x01\x01\x0D\x01\x02\x01\x01\x02"sv, "application/mxf",
     "MXF video"},
    {0, "DKIF\0\0"sv, "video/x-ivf", "IVF video"},
    {0, "YUV4MPEG2 "sv, "video/x-yuv4mpeg", "YUV4MPEG video"},

    // Data, models and games.
    {0, "SQLite format 3\0"sv, "application/vnd.sqlite3", "SQLite database"},
    {0, "\0\1\0\0Standard Jet DB"sv, "application/x-msaccess", "Access database"},
    {0, "\0\1\0\0Standard ACE DB"sv, "application/x-msaccess", "Access database"},
    {0, "\x89HDF\r\n\x1A\n"sv, "application/x-hdf5", "HDF5 data"},
    {0, "CDF\1"sv, "application/x-netcdf", "NetCDF data"},
    {0, "CDF\2"sv, "application/x-netcdf", "NetCDF data"},
    {0, "\x93NUMPY"sv, "application/x-npy", "NumPy array"},
    {0, "$FL2@(#)"sv, "application/x-spss-sav", "SPSS data"},
    {0, "\0\0\x27\x0A"sv, "application/x-esri-shape", "ESRI shape"},
    {0, "bplist00"sv, "application/x-bplist", "binary property list"},
    {0, "glTF\1\0\0\0"sv, "model/gltf-binary", "glTF model"},
    {0, "glTF\2\0\0\0"sv, "model/gltf-binary", "glTF model"},
    {0, "DRACO"sv, "application/vnd.google.draco", "Draco model"},
    {0, "Kaydara FBX Binary  \0"sv, "application/x.autodesk.fbx", "FBX model"},
    {0, "BLENDER"sv, "application/x-blender", "Blender scene"},
    {0, "\x7E\x10\x04"sv, "application/x-mie", "MIE data", 4, "0MIE"sv},
    {0, "\x7E\x18\x04"sv, "application/x-mie", "MIE data", 4, "0MIE"sv},
    {0, "-----BEGIN PGP MESSAGE-----"sv, "application/pgp-encrypted", "PGP message"},
    {0, "\x85\x02"sv, "application/pgp-encrypted", "PGP message"},
    {0, "GGUF"sv, "application/x-gguf", "GGUF model"},
    {0, "QFI\xFB"sv, "application/x-qemu-disk", "QEMU disk"},
    {0, "KDMV"sv, "application/x-vmdk", "VMware disk"},
    {0, "conectix"sv, "application/x-vhd", "virtual disk"},
    {0, "vhdxfile"sv, "application/x-vhdx", "virtual disk"},
    {0, "\xFE\xED\xFE\xED"sv, "application/x-java-keystore", "Java key store"},
    {0, "\xAC\xED\0\5"sv, "application/x-java-serialized-object", "Java object"},
    {0, "\xDE\x12\4\x95"sv, "application/x-gettext-translation", "message catalog"},
    {0, "\x95\4\x12\xDE"sv, "application/x-gettext-translation", "message catalog"},
    {0, "Salted__"sv, "application/x-openssl-salted", "encrypted data"},
    {0, "TZif"sv, "application/tzif", "time zone data"},
    {0, "DIRC\0\0\0"sv, "application/x-git-index", "Git index"},
    {0, "PACK\0\0\0\2"sv, "application/x-git-pack", "Git pack"},
    {0, "Vim\x80"sv, "application/x-vim-swap", "Vim undo file"},
};

bool is_printable(std::string_view magic) {
  return std::all_of(magic.begin(), magic.end(), [](char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
  });
}

}  // namespace

std::span<const Signature> signatures() { return kSignatures; }

std::optional<BinaryKind> find_binary_kind(ByteSpan bytes) {
  bytes = bytes.first(std::min(bytes.size(), kSignatureBytes));
  if (const auto kind = find_container_kind(bytes)) return kind;
  for (const Signature& signature : kSignatures) {
    // Mostly decides, and takes a tenth of a comparison's time.
    if (signature.offset >= bytes.size() ||
        bytes[signature.offset] != static_cast<std::uint8_t>(signature.magic.front())) {
      continue;
    }
    if (has_bytes_at(bytes, signature.offset, signature.magic) &&
        has_bytes_at(bytes, signature.more_offset, signature.more_magic)) {
      const bool certain = !is_printable(signature.magic) || !is_printable(signature.more_magic);
      return BinaryKind{signature.mime_type, signature.name, certain};
    }
  }
  return std::nullopt;
}

}  // namespace lectern
