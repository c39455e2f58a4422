#include "CTagLib.h"

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asftag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

namespace {

/// What TagLib counts in: 2.0 has other types than 1.x.
template <typename Start, typename Count>
struct Units {
  using start = Start;
  using count = Count;
};

template <typename Start, typename Count>
Units<Start, Count> units(void (TagLib::IOStream::*)(Start, Count));

using Start = decltype(units(&TagLib::IOStream::removeBlock))::start;
using Count = decltype(units(&TagLib::IOStream::removeBlock))::count;
using Offset = decltype(std::declval<TagLib::IOStream &>().tell());

/// What a file says it holds goes on and on behind its end.
struct Endless {};

/// A file as TagLib reads it. What one file may make it read is bounded: where tags lead on and on, they end.
class Reader : public TagLib::IOStream {
 public:
  Reader(int file, const char *name) : file_(file), name_(name), length_(lseek(file, 0, SEEK_END)) {}

  TagLib::FileName name() const override { return name_; }

  TagLib::ByteVector readBlock(Count length) override {
    const Offset left = length_ - position_;
    const bool isOver = position_ < 0 || left <= 0 || reads_ == 0 || bytes_ == 0;
    if (isOver && length > 0 && --vain_ == 0) throw Endless();
    if (isOver) return {};
    reads_ -= 1;
    long wanted = static_cast<long>(std::min<Count>(length, static_cast<Count>(left)));
    wanted = std::min(wanted, bytes_);
    if (wanted <= 0) return {};
    TagLib::ByteVector block(static_cast<unsigned int>(wanted), 0);
    long filled = 0;
    while (filled < wanted) {
      const ssize_t piece = pread(file_, block.data() + filled, static_cast<size_t>(wanted - filled), position_ + filled);
      if (piece < 0 && errno == EINTR) continue;
      if (piece <= 0) break;
      filled += piece;
    }
    block.resize(static_cast<unsigned int>(filled));
    position_ += filled;
    bytes_ -= filled;
    return block;
  }

  void seek(Offset offset, Position from) override {
    const Offset start = from == Beginning ? 0 : from == Current ? position_ : length_;
    if (__builtin_add_overflow(start, offset, &position_)) position_ = length_;
  }

  Offset tell() const override { return position_; }
  Offset length() override { return length_; }
  bool isOpen() const override { return length_ >= 0; }
  bool readOnly() const override { return true; }

  void writeBlock(const TagLib::ByteVector &) override {}
  void insert(const TagLib::ByteVector &, Start, Count) override {}
  void removeBlock(Start, Count) override {}
  void truncate(Offset) override {}

 private:
  const int file_;
  const char *const name_;
  const Offset length_;
  Offset position_ = 0;
  /// A tag with a few pictures of 20 MB; what a search through a file of that size takes.
  long bytes_ = 256L << 20;
  long reads_ = 1L << 20;
  /// Reads that may find nothing more. Who goes on after these believes a number in the file, of entries that aren't there.
  /// Few, since what TagLib holds when it is stopped is never freed: it frees in destructors, and the object whose constructor
  /// was left has none yet.
  long vain_ = 1L << 6;
};

/// The best picture so far.
class Choice {
 public:
  /// `type` as ID3v2 numbers it (4.14), and all the others after it: 3 is the front cover, 0 any other.
  void offer(int type, const TagLib::ByteVector &bytes) {
    const int rank = bytes.isEmpty() ? 0 : type == 3 ? 3 : type == 0 ? 2 : 1;
    if (rank <= rank_) return;
    rank_ = rank;
    bytes_ = bytes;
  }

  void offer(const TagLib::List<TagLib::FLAC::Picture *> &pictures) {
    for (const auto *picture : pictures) offer(picture->type(), picture->data());
  }

  void offer(const TagLib::ID3v2::Tag *tag) {
    if (!tag) return;
    for (const auto *frame : tag->frameListMap()["APIC"]) {
      const auto *picture = dynamic_cast<const TagLib::ID3v2::AttachedPictureFrame *>(frame);
      if (picture) offer(picture->type(), picture->picture());
    }
  }

  void offer(const TagLib::APE::Tag *tag) {
    if (!tag) return;
    const auto &items = tag->itemListMap();
    const auto found = items.find("COVER ART (FRONT)");
    if (found == items.end()) return;
    // A file's name, a zero, and the picture.
    const TagLib::ByteVector bytes = found->second.binaryData();
    const int zero = bytes.find('\0');
    if (zero >= 0) offer(3, bytes.mid(static_cast<unsigned int>(zero) + 1));
  }

  void offer(TagLib::Ogg::XiphComment *tag) {
    if (tag) offer(tag->pictureList());
  }

  void offer(const TagLib::MP4::Tag *tag) {
    if (!tag || !tag->contains("covr")) return;
    for (const auto &cover : tag->item("covr").toCoverArtList()) offer(3, cover.data());
  }

  void offer(const TagLib::ASF::Tag *tag) {
    if (!tag || !tag->contains("WM/Picture")) return;
    for (const auto &attribute : tag->attribute("WM/Picture")) {
      const TagLib::ASF::Picture picture = attribute.toPicture();
      if (picture.isValid()) offer(picture.type(), picture.picture());
    }
  }

  void offer(TagLib::File *file) {
    using namespace TagLib;
    if (auto *flac = dynamic_cast<FLAC::File *>(file)) {
      offer(flac->pictureList());
      if (flac->hasXiphComment()) offer(flac->xiphComment());
      if (flac->hasID3v2Tag()) offer(flac->ID3v2Tag());
    } else if (auto *mpeg = dynamic_cast<MPEG::File *>(file)) {
      if (mpeg->hasID3v2Tag()) offer(mpeg->ID3v2Tag());
      if (mpeg->hasAPETag()) offer(mpeg->APETag());
    } else if (auto *mp4 = dynamic_cast<MP4::File *>(file)) {
      offer(mp4->tag());
    } else if (auto *asf = dynamic_cast<ASF::File *>(file)) {
      offer(asf->tag());
    } else if (auto *wav = dynamic_cast<RIFF::WAV::File *>(file)) {
      if (wav->hasID3v2Tag()) offer(wav->ID3v2Tag());
    } else if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
      if (aiff->hasID3v2Tag()) offer(aiff->tag());
    } else if (auto *true_audio = dynamic_cast<TrueAudio::File *>(file)) {
      if (true_audio->hasID3v2Tag()) offer(true_audio->ID3v2Tag());
    } else if (auto *ape = dynamic_cast<APE::File *>(file)) {
      if (ape->hasAPETag()) offer(ape->APETag());
    } else if (auto *pack = dynamic_cast<WavPack::File *>(file)) {
      if (pack->hasAPETag()) offer(pack->APETag());
    } else if (auto *musepack = dynamic_cast<MPC::File *>(file)) {
      if (musepack->hasAPETag()) offer(musepack->APETag());
    } else {
      // Ogg of all kinds.
      offer(dynamic_cast<Ogg::XiphComment *>(file->tag()));
    }
  }

  const TagLib::ByteVector &bytes() const { return bytes_; }

 private:
  int rank_ = 0;
  TagLib::ByteVector bytes_;
};

/// The properties, with those that TagLib has no name for in MP4 under the name that the file has for them.
TagLib::PropertyMap properties(TagLib::File *file) {
  TagLib::PropertyMap all = file->properties();
  const auto *mp4 = dynamic_cast<TagLib::MP4::File *>(file);
  if (!mp4 || !mp4->tag()) return all;
  const TagLib::String own = "----:com.apple.iTunes:";
  for (const auto &item : mp4->tag()->itemMap()) {
    if (!item.first.startsWith(own)) continue;
    const TagLib::String name = item.first.substr(own.size()).upper();
    if (!all.contains(name)) all.insert(name, item.second.toStringList());
  }
  return all;
}

}  // namespace

struct ctaglib_tags {
  TagLib::PropertyMap properties;
  TagLib::ByteVector picture;
  std::string value;
};

ctaglib_tags *ctaglib_read(int file, const char *name) noexcept {
  try {
    ctaglib_tags *tags = nullptr;
    // By its ending, as which TagLib may take what is something else; then by what is in it.
    for (const char *kind : {name, ""}) {
      Reader reader(file, kind);
      if (!reader.isOpen()) return nullptr;
      // Without looking for lengths and rates, which takes a walk through some formats.
      const TagLib::FileRef reference(&reader, false);
      if (reference.isNull() || !reference.file()->isValid()) continue;
      Choice choice;
      choice.offer(reference.file());
      ctaglib_free(tags);
      tags = new ctaglib_tags{properties(reference.file()), choice.bytes(), {}};
      if (!tags->properties.isEmpty() || !tags->picture.isEmpty()) break;
    }
    return tags;
  } catch (...) {
    return nullptr;
  }
}

void ctaglib_free(ctaglib_tags *tags) noexcept { delete tags; }

const char *ctaglib_value(ctaglib_tags *tags, const char *property, size_t number) noexcept {
  try {
    const auto found = tags->properties.find(property);
    if (found == tags->properties.end() || number >= found->second.size()) return nullptr;
    tags->value = found->second[static_cast<unsigned int>(number)].to8Bit(true);
    return tags->value.c_str();
  } catch (...) {
    return nullptr;
  }
}

const uint8_t *ctaglib_picture(const ctaglib_tags *tags, size_t *size) noexcept {
  *size = tags->picture.size();
  return tags->picture.isEmpty() ? nullptr : reinterpret_cast<const uint8_t *>(tags->picture.data());
}
