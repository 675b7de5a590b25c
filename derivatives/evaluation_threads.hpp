#pragma once

namespace tandem {

/// How many threads evaluate knots side by side, in the whole process: 1 unless it is set. Results are the same for any
/// number, bit for bit.
void set_evaluation_threads(int threads);
int evaluation_threads();

/// Calls work(context, 0) ... work(context, parts - 1), each once, by the threads that are set; returns when all are
/// done. Where the threads are at work for somebody else already, the caller does it alone. Work must not throw. Cost:
/// some microseconds, and nothing is allocated.
void work_in_parts(int parts, void (*work)(void* context, int part), void* context);

template <class Work>
void in_parts(int parts, Work& work) {
  work_in_parts(
      parts, [](void* context, int part) { (*static_cast<Work*>(context))(part); }, &work);
}

}  // namespace tandem
