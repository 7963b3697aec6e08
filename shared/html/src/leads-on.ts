/** The signs and words at the end of a text that lead on to what was cut off there. */
export const LEADS_ON =
  /(?:[\s,;:.&–—-]|\s(?:a|an|and|are|as|at|be|but|by|for|from|had|has|have|in|into|is|its?|no|not|of|on|or|our|so|than|that|the|their|they|this|to|was|we|were|when|where|which|who|with))+$/i
