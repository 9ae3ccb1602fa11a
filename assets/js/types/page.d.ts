// What a page holds and is told. Nothing here is loaded by a page.

/** What people read on every page (assets/words/LANG/page.json); each widget's own stand beside them (parts.d.ts). */
type PageWords = typeof import("../../words/en/page.json")
interface Strings extends PageWords {}

/** One part of an address, and a sentence about one that could not be read. */
type Part = [key: string, value: string]
type Problem = { kind: string; sentence: string }

/** What choices may be called (app/state/vocabulary.py), and the sentences about bad ones. */
interface Vocabulary {
  readouts: ReadoutKind[]
  measures: State["measure"][]
  splits: State["split"][]
  faces: State["face"][]
  alphas: number
  /** Parts that are drawn from a table of their own, and whether that depends on the readout. */
  own: Record<keyof OwnTables, boolean>
  firstRoute: number[]
  kept: string[]
  dress: Record<string, string[]>
  mostProblems: number
  mostShown: number
  mostListed: number
  problems: Record<string, string>
}
