/// What the Messages API accepts for each model (API facts of November 2026; ids from Anthropic's SDK 2.11.0).
struct ClaudeModel: Sendable {
  var id: String
  var takesSampling = false
  var takesPrefill = false
  var takesThinkingBudget = false
  /// Thinks unless told not to.
  var thinksByDefault = false
  var canStopThinking = true
  var takesForcedTool = true
  var takesNewSearch = true
  var isHighResolution = true
  var maxOutput = 128_000
  var maxInput = 1_000_000
  /// Other names by which it is called.
  var aliases: [String] = []

  static let all: [ClaudeModel] = [
    ClaudeModel(id: "claude-haiku-5-5", thinksByDefault: true),
    ClaudeModel(id: "claude-sonnet-5-5", thinksByDefault: true, canStopThinking: false, takesForcedTool: false),
    ClaudeModel(id: "claude-opus-5-5", thinksByDefault: true, canStopThinking: false, takesForcedTool: false),
    ClaudeModel(id: "claude-fable-5-2", thinksByDefault: true, canStopThinking: false, takesForcedTool: false),
    ClaudeModel(id: "claude-fable-5-1", thinksByDefault: true, canStopThinking: false, takesForcedTool: false),
    ClaudeModel(id: "claude-fable-5", thinksByDefault: true, canStopThinking: false),
    ClaudeModel(id: "claude-sonnet-5", thinksByDefault: true),
    ClaudeModel(id: "claude-opus-5"), ClaudeModel(id: "claude-opus-4-8"), ClaudeModel(id: "claude-opus-4-7"),
    ClaudeModel(id: "claude-opus-4-6", takesSampling: true, takesThinkingBudget: true, isHighResolution: false),
    ClaudeModel(id: "claude-sonnet-4-6", takesSampling: true, takesThinkingBudget: true, isHighResolution: false),
    ClaudeModel(
      id: "claude-opus-4-5-20251101", takesSampling: true, takesPrefill: true, takesThinkingBudget: true,
      takesNewSearch: false, isHighResolution: false, maxOutput: 64_000, maxInput: 200_000, aliases: ["claude-opus-4-5"]
    ),
    ClaudeModel(
      id: "claude-sonnet-4-5-20250929", takesSampling: true, takesPrefill: true, takesThinkingBudget: true,
      takesNewSearch: false, isHighResolution: false, maxOutput: 64_000, maxInput: 200_000,
      aliases: ["claude-sonnet-4-5"]),
    ClaudeModel(
      id: "claude-haiku-4-5-20251001", takesSampling: true, takesPrefill: true, takesThinkingBudget: true,
      takesNewSearch: false, isHighResolution: false, maxOutput: 64_000, maxInput: 200_000,
      aliases: ["claude-haiku-4-5"]),
  ]

  static func named(_ id: String) -> ClaudeModel? { all.first { $0.id == id || $0.aliases.contains(id) } }

  /// 28-pixel patches of the picture as it is after scaling down to the tier's limits (Vision guide).
  func tokens(width: Int, height: Int) -> Int {
    let (side, most) = isHighResolution ? (2576.0, 4784) : (1568.0, 1568)
    var (w, h) = (Double(width), Double(height))
    let patches = { Int((w / 28).rounded(.up)) * Int((h / 28).rounded(.up)) }
    let scale = min(1, side / max(w, h))
    (w, h) = (w * scale, h * scale)
    while patches() > most { (w, h) = (w * 0.98, h * 0.98) }
    return patches()
  }
}
