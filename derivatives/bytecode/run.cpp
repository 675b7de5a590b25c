// The interpreter: one instruction after the other on some vectors of knots each. Computed gotos, an extension that GCC
// and Clang share: one jump an instruction, which the processor learns, where a loop around a switch has one for all.
// GCC merges them again unless told not to (tandem_interpreter in cmake/TandemCompiler.cmake).
#include <tandem/core/steps.hpp>
#include <tandem/derivatives/bytecode/lane_functions.hpp>
#include <tandem/derivatives/bytecode/machine.hpp>
#include <tandem/derivatives/bytecode/rare.hpp>

#pragma GCC diagnostic ignored "-Wpedantic"

#ifdef __clang__
#define TANDEM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TANDEM_UNROLL _Pragma("GCC unroll 8")
#endif

namespace tandem::bytecode {
namespace {

/// Offsets are of arenas with one vector a slot.
template <int kWidth>
struct Arena {
  char* base;
  [[gnu::always_inline]] Stored* at(std::uint32_t offset) const {
    return reinterpret_cast<Stored*>(base + static_cast<std::size_t>(offset) * kWidth);
  }
};

/// Functions are code enough to be called.
template <int kWidth, Lanes (*kFunction)(Lanes)>
[[gnu::noinline]] void apply(const Instruction& in, Arena<kWidth> arena) {
  for (int i = 0; i < kWidth; ++i) arena.at(in.d)[i] = kFunction(arena.at(in.a)[i]);
}
template <int kWidth, Lanes (*kFunction)(Lanes, Lanes)>
[[gnu::noinline]] void apply(const Instruction& in, Arena<kWidth> arena) {
  for (int i = 0; i < kWidth; ++i) arena.at(in.d)[i] = kFunction(arena.at(in.a)[i], arena.at(in.b)[i]);
}
template <int kWidth>
[[gnu::noinline]] void apply_sine_cosine(const Instruction& in, Arena<kWidth> arena) {
  for (int i = 0; i < kWidth; ++i) {
    Lanes s, c;
    sine_cosine(arena.at(in.a)[i], s, c);
    arena.at(in.d)[i] = s, arena.at(in.b)[i] = c;
  }
}
template <int kWidth>
[[gnu::noinline]] void apply_rare(const Instruction& in, Arena<kWidth> arena, const Stored* second) {
  rare_function(static_cast<unsigned char>(in.g), reinterpret_cast<const double*>(arena.at(in.a)),
                reinterpret_cast<const double*>(second), reinterpret_cast<double*>(arena.at(in.d)), kWidth * kLanes);
}

/// How many breaks each lane has passed: all are counted where they are few.
Lanes cell_of(const Steps& steps, Lanes x) {
  constexpr std::size_t kFew = 32;
  if (steps.breaks().size() > kFew) {
    for (int lane = 0; lane < kLanes; ++lane) x[lane] = steps.find(x[lane]);
    return x;
  }
  Lanes passed{};
  for (const double at : steps.breaks()) passed += x >= all_lanes(at) ? all_lanes(1.0) : Lanes{};
  return x == x ? passed : x;
}
Lanes number_in(const Steps& steps, Lanes cell, int column) {
  for (int lane = 0; lane < kLanes; ++lane) cell[lane] = steps.take(cell[lane], column);
  return cell;
}
template <int kWidth>
[[gnu::noinline]] void apply_find(const Instruction& in, Arena<kWidth> arena) {
  const Steps& steps = kept_steps(in.g);
  for (int i = 0; i < kWidth; ++i) arena.at(in.d)[i] = cell_of(steps, arena.at(in.a)[i]);
}
template <int kWidth>
[[gnu::noinline]] void apply_take(const Instruction& in, Arena<kWidth> arena) {
  const Steps& steps = kept_steps(in.g);
  for (int i = 0; i < kWidth; ++i) {
    arena.at(in.d)[i] = number_in(steps, arena.at(in.a)[i], static_cast<int>(in.f));
  }
}

Lanes sine_of(Lanes x) {
  Lanes s, c;
  sine_cosine(x, s, c);
  return s;
}
Lanes cosine_of(Lanes x) {
  Lanes s, c;
  sine_cosine(x, s, c);
  return c;
}
Lanes exponential_of(Lanes x) { return exponential(x); }

template <int kWidth>
void interpret(const Instruction* at, Arena<kWidth> arena) {
  static const void* const kLabels[] = {
#define TANDEM_BYTECODE_LABEL(name, operands) &&name,
      TANDEM_BYTECODE_OPERATIONS(TANDEM_BYTECODE_LABEL)
#undef TANDEM_BYTECODE_LABEL
  };
  const Lanes zeros{}, ones = all_lanes(1.0);

#define A arena.at(at->a)[i]
#define B arena.at(at->b)[i]
#define C arena.at(at->c)[i]
#define E arena.at(at->e)[i]
#define F arena.at(at->f)[i]
#define G arena.at(at->g)[i]
#define NEXT goto* kLabels[(++at)->operation]
// All loads before the first store: a result may stand in an operand's place.
#define EACH(name, expression)                                                \
  name : {                                                                    \
    Lanes results[kWidth];                                                    \
    TANDEM_UNROLL for (int i = 0; i < kWidth; ++i) results[i] = (expression); \
    Stored* const d = arena.at(at->d);                                        \
    TANDEM_UNROLL for (int i = 0; i < kWidth; ++i) d[i] = results[i];         \
    NEXT;                                                                     \
  }
#define CALL(name, call) \
  name : {               \
    call;                \
    NEXT;                \
  }

  goto* kLabels[at->operation];
  EACH(add, A + B)
  EACH(subtract, A - B)
  EACH(multiply, A * B)
  EACH(divide, A / B)
  EACH(negate, -A)
  EACH(negated_product, -(A * B))
  EACH(fma, fused(A, B, C))
  EACH(fms, fused(A, B, -C))
  EACH(fnma, fused(-A, B, C))
  EACH(fnms, fused(-A, B, -C))
  EACH(sum_of_products, fused(A, B, C * E))
  EACH(difference_of_products, fused(A, B, -(C * E)))
  EACH(two_products_more, fused(A, B, fused(C, E, F)))
  EACH(two_products_less, fused(-A, B, fused(-C, E, F)))
  EACH(three_products, fused(A, B, fused(C, E, F * G)))
  EACH(product_of_three, A * B * C)
  EACH(sum_of_three, A + B + C)
  EACH(square_root, square_root(A))
  EACH(absolute, magnitude(A))
  EACH(sign, (A > zeros ? ones : (A < zeros ? -ones : A)))
  EACH(minimum, (((A < B) | (B != B)) ? A : B))
  EACH(maximum, (((A > B) | (B != B)) ? A : B))
  EACH(less, (A < B ? ones : zeros))
  EACH(at_most, (A <= B ? ones : zeros))
  EACH(equal, (A == B ? ones : zeros))
  EACH(unequal, (A != B ? ones : zeros))
  EACH(both, (((A != zeros) & (B != zeros)) ? ones : zeros))
  EACH(either, (((A != zeros) | (B != zeros)) ? ones : zeros))
  EACH(negation, (A == zeros ? ones : zeros))
  EACH(if_else_zero, (A != zeros ? B : zeros))
  CALL(sine, (apply<kWidth, sine_of>(*at, arena)))
  CALL(cosine, (apply<kWidth, cosine_of>(*at, arena)))
  CALL(sine_cosine, apply_sine_cosine(*at, arena))
  CALL(exponential, (apply<kWidth, exponential_of>(*at, arena)))
  CALL(logarithm, (apply<kWidth, bytecode::logarithm>(*at, arena)))
  CALL(hyperbolic_tangent, (apply<kWidth, bytecode::hyperbolic_tangent>(*at, arena)))
  CALL(power, (apply<kWidth, bytecode::power>(*at, arena)))
  CALL(arc_tangent, (apply<kWidth, bytecode::arc_tangent>(*at, arena)))
  CALL(arc_sine, (apply<kWidth, bytecode::arc_sine>(*at, arena)))
  CALL(arc_cosine, (apply<kWidth, bytecode::arc_cosine>(*at, arena)))
  CALL(rare, apply_rare(*at, arena, arena.at(at->a)))
  CALL(rare_of_two, apply_rare(*at, arena, arena.at(at->b)))
  CALL(find, apply_find(*at, arena))
  CALL(take, apply_take(*at, arena))
input:
constant:
halt:
  return;

#undef A
#undef B
#undef C
#undef E
#undef F
#undef G
#undef NEXT
#undef EACH
#undef CALL
}

}  // namespace

void interpret(const Instruction* code, double* arena, int width) {
  char* const base = reinterpret_cast<char*>(arena);
  switch (width) {
    case 1:
      return interpret(code, Arena<1>{base});
    case 2:
      return interpret(code, Arena<2>{base});
    case 4:
      return interpret(code, Arena<4>{base});
    default:
      return interpret(code, Arena<8>{base});
  }
}

}  // namespace tandem::bytecode
