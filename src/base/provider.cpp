#include "base/provider.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr std::uint64_t kMb = 1'000'000;
constexpr std::uint64_t kMib = 1u << 20;

constexpr ProviderProfile kProfiles[] = {
    {.provider = Provider::kAnthropic,
     .name = "anthropic",
     .max_image_base64_bytes = 10 * kMb,
     .max_image_side = 8000,
     .many_images_above = 20,
     .many_images_side = 2000,
     .max_images = 100,
     .max_request_bytes = 32 * kMb,
     .useful_side = 1568,
     .useful_patches = 1568,
     .patch_side = 28,
     .max_pdf_bytes = 32 * kMb * 3 / 4,
     .max_pdf_pages = 100,
     .source = "Anthropic API documentation, vision and PDF support: standard tier, models with a "
               "context of 200k tokens",
     .date = "2026-11"},
    {.provider = Provider::kAnthropicLarge,
     .name = "anthropic-large",
     .max_image_base64_bytes = 10 * kMb,
     .max_image_side = 8000,
     .many_images_above = 20,
     .many_images_side = 2000,
     .max_images = 600,
     .max_request_bytes = 32 * kMb,
     .useful_side = 2576,
     .useful_patches = 4784,
     .patch_side = 28,
     .max_pdf_bytes = 32 * kMb * 3 / 4,
     .max_pdf_pages = 600,
     .source = "Anthropic API documentation, vision and PDF support: newest models",
     .date = "2026-11"},
    {.provider = Provider::kBedrock,
     .name = "bedrock",
     .max_image_base64_bytes = 5'242'880,
     .max_image_side = 8000,
     .many_images_above = 20,
     .many_images_side = 2000,
     .max_images = 20,
     .max_request_bytes = 20 * kMb,
     .useful_side = 1568,
     .useful_patches = 1568,
     .patch_side = 28,
     .max_pdf_bytes = 4'500'000,
     .max_pdf_pages = 100,
     .source = "Amazon Bedrock documentation, Converse API; Anthropic documentation on Bedrock",
     .date = "2026-11"},
    {.provider = Provider::kOpenAi,
     .name = "openai",
     .takes_animation = false,
     .max_image_base64_bytes = 50 * kMb,
     .max_image_side = 6000,
     .max_images = 1500,
     .max_request_bytes = 50 * kMb,
     .useful_side = 2048,
     .useful_patches = 2500,
     .patch_side = 32,
     .max_pdf_bytes = 50 * kMb * 3 / 4,
     .source = "OpenAI API documentation, images and vision: detail high; request size as measured "
               "by others",
     .date = "2026-11"},
    {.provider = Provider::kGemini,
     .name = "gemini",
     .takes_gif = false,
     .takes_animation = false,
     .max_image_base64_bytes = 20 * kMib,
     .max_images = 3000,
     .max_request_bytes = 20 * kMib,
     .max_pdf_bytes = 20 * kMib * 3 / 4,
     .max_pdf_pages = 1000,
     .source = "Gemini API documentation, image and document understanding; the older, smaller "
               "request size",
     .date = "2026-11"},
    {.provider = Provider::kMcp,
     .name = "mcp",
     .max_image_base64_bytes = 9 * kMib,
     .max_request_bytes = 9 * kMib,
     .max_pdf_bytes = 9 * kMib * 3 / 4,
     .source = "Model Context Protocol specification: any image type, no limits; but clients of "
               "its TypeScript SDK end a session over standard input and output at a message of "
               "10 MiB, of which the text takes its part",
     .date = "2026-11"},
    {.provider = Provider::kNone,
     .name = "none",
     .source = "no provider: files are delivered as they are",
     .date = "2026-11"},
};

}  // namespace

std::span<const ProviderProfile> provider_profiles() { return kProfiles; }

const ProviderProfile& profile_of(Provider provider) {
  return *std::find_if(
      std::begin(kProfiles), std::end(kProfiles),
      [provider](const ProviderProfile& profile) { return profile.provider == provider; });
}

}  // namespace lectern
