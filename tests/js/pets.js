// A toy of three prompts for tests of what things are called, and one that knows a single word.

export const PETS = {
  name: "pets",
  prompts: [
    ["the", "cat"],
    ["a", "dog"],
    ["the", "fox"],
  ],
  slots: ["article", "animal"],
  ranks: ["top", "2nd"],
  vocab: ["the", "cat", "the"],
  sublayers: ["Attention 1", "MLP 1", "Attention 2"],
}

export const LONE = { ...PETS, name: "lone", prompts: [["x"]], slots: null, ranks: null }
