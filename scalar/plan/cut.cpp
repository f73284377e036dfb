// Minimum vertex cut by augmenting paths (E. A. Dinic, 1970) between what must be stored and what the reverse sweep needs.
#include "scalar/plan/plan.h"
#include <limits>
#include <queue>

namespace cotangent::scalar {

namespace {
struct Network {
  struct Edge {
    int to;
    int64_t capacity;
  };
  std::vector<Edge> edges;
  std::vector<std::vector<int>> out;
  std::vector<int> level;
  std::vector<size_t> next;
  explicit Network(int vertices) : out(vertices) {}
  void add(int from, int to, int64_t capacity) {
    out[from].push_back(static_cast<int>(edges.size()));
    edges.push_back({to, capacity});
    out[to].push_back(static_cast<int>(edges.size()));
    edges.push_back({from, 0});
  }
  bool layers(int source, int sink) {
    level.assign(out.size(), -1);
    level[source] = 0;
    std::queue<int> work({source});
    while (!work.empty()) {
      int at = work.front();
      work.pop();
      for (int edge : out[at])
        if (edges[edge].capacity > 0 && level[edges[edge].to] < 0) {
          level[edges[edge].to] = level[at] + 1;
          work.push(edges[edge].to);
        }
    }
    return level[sink] >= 0;
  }
  int64_t push(int source, int sink) {
    // Depth-first without recursion: programs have long chains.
    std::vector<int> path;
    int at = source;
    while (true) {
      if (at == sink) {
        int64_t amount = std::numeric_limits<int64_t>::max();
        for (int edge : path)
          amount = std::min(amount, edges[edge].capacity);
        for (int edge : path) {
          edges[edge].capacity -= amount;
          edges[edge ^ 1].capacity += amount;
        }
        return amount;
      }
      bool advanced = false;
      for (; next[at] < out[at].size(); ++next[at]) {
        int edge = out[at][next[at]];
        if (edges[edge].capacity > 0 && level[edges[edge].to] == level[at] + 1) {
          path.push_back(edge);
          at = edges[edge].to;
          advanced = true;
          break;
        }
      }
      if (advanced)
        continue;
      if (path.empty())
        return 0;
      at = edges[path.back() ^ 1].to;
      path.pop_back();
      ++next[at];
    }
  }
};
} // namespace

std::vector<bool> cheapest_cut(const std::vector<std::vector<int>> &operands, const std::vector<bool> &computable, const std::vector<bool> &needed,
                               const std::vector<int64_t> &cost) {
  int count = static_cast<int>(operands.size());
  constexpr int64_t unlimited = int64_t(1) << 50;
  Network network(2 * count + 2);
  int source = 2 * count, sink = 2 * count + 1;
  for (int i = 0; i < count; ++i) {
    network.add(2 * i, 2 * i + 1, cost[i]);
    if (!computable[i])
      network.add(source, 2 * i, unlimited);
    else
      for (int operand : operands[i])
        network.add(2 * operand + 1, 2 * i, unlimited);
    if (needed[i])
      network.add(2 * i + 1, sink, unlimited);
  }
  while (network.layers(source, sink)) {
    network.next.assign(network.out.size(), 0);
    while (network.push(source, sink)) {
    }
  }
  // The cut nearest to the needed side: walk back from the sink, so that little is recomputed.
  std::vector<bool> reaches_sink(network.out.size());
  std::vector<int> work{sink};
  reaches_sink[sink] = true;
  while (!work.empty()) {
    int at = work.back();
    work.pop_back();
    for (int edge : network.out[at]) { // edge ^ 1 leads here
      int from = network.edges[edge].to;
      if (network.edges[edge ^ 1].capacity > 0 && !reaches_sink[from]) {
        reaches_sink[from] = true;
        work.push_back(from);
      }
    }
  }
  std::vector<bool> kept(count);
  for (int i = 0; i < count; ++i)
    kept[i] = !reaches_sink[2 * i] && reaches_sink[2 * i + 1];
  return kept;
}

} // namespace cotangent::scalar
