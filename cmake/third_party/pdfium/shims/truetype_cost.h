/* What an instruction of a glyph's program costs. It is included where FreeType's interpreter has run one. */
#pragma once

/// \param place  where the last instruction ended, \param calls  how many calls it was in: both become the present ones
static uint64_t instruction_cost(TT_ExecContext exc, FT_Long* place, FT_Long* calls) {
  enum { kInstruction = 18, kByte = 10, kPoint = 6, kFewDefinitions = 1000 };
  uint64_t cost = kInstruction;
  /* What it held or skipped. A call goes elsewhere at once. */
  if (exc->callTop == *calls) cost += kByte * (uint64_t)FT_ABS(exc->IP - *place);
  *place = exc->IP;
  *calls = exc->callTop;
  switch (exc->opcode) {
    case 0x26: /* MINDEX moves the stack. */
      return cost + (uint64_t)exc->top;
    case 0x2A: /* LOOPCALL, CALL and the end of what was called look through what is defined. */
    case 0x2B:
    case 0x2D:
      return cost + exc->numIDefs * 2 + (exc->numFDefs > kFewDefinitions ? exc->numFDefs * 2 : 0);
    case 0x30: /* IUP, SHC, SHZ, FLIPRGON and FLIPRGOFF go through points. */
    case 0x31:
    case 0x34:
    case 0x35:
    case 0x36:
    case 0x37:
    case 0x81:
    case 0x82:
      return cost + kPoint * ((uint64_t)exc->pts.n_points + exc->twilight.n_points);
    default:
      return cost;
  }
}
