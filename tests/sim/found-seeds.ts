/** A seed that once broke an invariant, kept for ever with its cause. */
export interface FoundSeed {
  readonly seed: number;
  readonly operations: number;
  /** Set where the world was a rough one, and undefined where the seed decides; the others were found before there were any. */
  readonly isRough?: true | undefined;
  /** Set where people read pages. */
  readonly readsPages?: true | undefined;
  /** Set where people link components to configs. */
  readonly writesLinks?: true | undefined;
  /** Set where people write rows by the commands of rows. */
  readonly writesRows?: true | undefined;
  /** Set where people write rows whose stamp says little. */
  readonly writesStamps?: true | undefined;
  /** Set where teams are pulled from a view. */
  readonly readsView?: true | undefined;
  /** Set where others take the numbers of incidents. */
  readonly takesNumbers?: true | undefined;
  /** Set where people choose keys. */
  readonly choosesKeys?: true | undefined;
  /** Set where a run that begins is a row of the server. */
  readonly startsRuns?: true | undefined;
  readonly cause: string;
}

export const foundSeeds: readonly FoundSeed[] = [
  {
    seed: 300_012,
    operations: 200,
    cause:
      'A comparison met a column that the server had lost: only pulls of packed collections made the schema probe ask again, ' +
      'so the comparison repeated its refused request for ever and the difference stayed.',
  },
  {
    seed: 700_001_124,
    operations: 200,
    cause:
      'A change of an unsent title was merged into a waiting change of the status and kept the stamp of that one: with a ' +
      'title nobody here had seen the row still matched, and it was replaced without asking.',
  },
  {
    seed: 700_001_927,
    operations: 200,
    cause:
      'A change of title and status inherited the guard of a dropped change of the status, which had been checked against ' +
      'a newer version: its stamp stood for a title nobody here had seen, and that was replaced without asking.',
  },
  {
    seed: 700_001_067,
    operations: 200,
    cause:
      'A page that did not lead died with an effect on its way: only the beginning of a term looked for such effects, so ' +
      'this one was "being sent" for as long as the leader lived.',
  },
  {
    seed: 710_000_258,
    operations: 200,
    cause:
      'The clock of the device went back by years between the first suspicion of a mass deletion and the second pass: the ' +
      'wait of a minute began in the future, so the last row of a table that had become empty stayed for ever.',
  },
  {
    seed: 710_002_576,
    operations: 200,
    cause:
      'A page slept between the question who is signed in and the request of a command: awake again it took the old ' +
      'answer for a new one, and the command left while somebody else was signed in.',
  },
  {
    seed: 710_003_565,
    operations: 200,
    cause:
      'Every evidence was hidden on the server, and an unsent one here spoke against it: the change of a hidden one was ' +
      'never believed to be without its row, stayed ambiguous, and with it everything behind it in its lane.',
  },
  {
    seed: 710_003_169,
    operations: 200,
    cause:
      'Screens looked at more checks than may keep their runs: with every pull those of the one looked at longest ago were ' +
      'read, written and dropped again.',
  },
  {
    seed: 710_004_673,
    operations: 200,
    cause:
      'The simulation was too strict: a claim that was stored before a sign-out closed the databases is told of a moment ' +
      'later, and its request left in that moment. A browser deletes a database only after that.',
  },
  {
    seed: 710_005_046,
    operations: 200,
    cause:
      'The acknowledgement of an earlier change that had waited for a person moved the guard of a later one that was done ' +
      'long ago: the journal told of it as if it had been made on a title nobody had seen then.',
  },
  {
    seed: 710_006_283,
    operations: 200,
    cause:
      'A delete that never reached the server was looked up, and one empty answer of a proxy counted as its effect: it was ' +
      'done, and the row came back.',
  },
  {
    seed: 710_006_083,
    operations: 200,
    cause:
      'An insert that took effect unanswered was looked up, and one empty answer of a proxy had it sent again; that was ' +
      'refused, so the person was told that it failed, and the row left the device.',
  },
  {
    seed: 710_006_080,
    operations: 200,
    cause:
      'A row was committed with an older stamp between two pages of a pull and took the place of the newest one in the sum ' +
      'of the server: the pull ended before that one and said that it was as of now.',
  },
  {
    seed: 720_000_733,
    operations: 200,
    cause:
      'A look at all effects took the time before it waited for the journal: a marker written in between was three ' +
      'milliseconds ahead of it, counted as one from before the clock was turned back, and was given up as it left.',
  },
  {
    seed: 771_585_438,
    operations: 200,
    cause:
      'The simulation was too strict: a comment that the server could not take waited for a person, the deletion of its ' +
      'hypothesis began with that comment, and the second step of it rightly waited as well.',
  },
  {
    seed: 730_001_120,
    operations: 200,
    cause:
      'A run that had ended ended again with the same words: the look before a pull named its state and not its end, so ' +
      'the older end was called as new as the look, until something else changed.',
  },
  {
    seed: 730_003_173,
    operations: 200,
    cause:
      'Somebody else had been signed in, so the copy was emptied but for a responder whose removal waited; that one had been ' +
      'deleted softly before the new walk began, which no feed and no comparison told, and the data was called as of now.',
  },
  {
    seed: 730_006_078,
    operations: 200,
    cause:
      'A change was told late with a time from before the place where the row limit had cut the window: it was stored, cut ' +
      'and stored again with every pull for as long as its marker was young.',
  },
  {
    seed: 2_470_410_749,
    operations: 200,
    cause:
      'The answer to a change dripped in for nine seconds; somebody else changed the row and a pull read that: the late ' +
      'answer put the version before it back.',
  },
  {
    seed: 820_007_986,
    operations: 200,
    cause:
      'Rows were found damaged while a pull was under way: the cursor was dropped with them, and the pull put its own ' +
      'back, so that what was lost was never asked for again.',
  },
  {
    seed: 830_003_241,
    operations: 200,
    cause:
      'Somebody else changed a row after our change had taken effect and the clock of the server had been set back; the ' +
      'leader died over the late answer, and its replay, by stamps the newer one, put the version before theirs back.',
  },
  {
    seed: 840_005_319,
    operations: 200,
    cause:
      'A first cure of that laid what a replayed change had set over what was here: where an earlier change of our own had ' +
      'found no room, that one was lost.',
  },
  {
    seed: 840_006_488,
    operations: 200,
    cause:
      'The schema was being reloaded: a walk was refused while somebody asked for everything, and the refusal, arriving after ' +
      'that, let the collection rest for a quarter of an hour.',
  },
  {
    seed: 189_629_545,
    operations: 200,
    cause:
      'A page whose lock had been stolen stored the ages of its feeds after the copy had been emptied: only rows were ' +
      'refused to a term that is over, so an empty collection was called complete.',
  },
  {
    seed: 910_000_915,
    operations: 200,
    isRough: true,
    cause:
      'A status was delivered twice, so its answer said that it had matched no row: that was taken for a proof that it had done ' +
      'nothing, the changelog was not asked, and what somebody had set back meanwhile was set a second time.',
  },
  {
    seed: 930_003_301,
    operations: 200,
    isRough: true,
    cause:
      'The clock of the server was set back between a version and the change made on it; a pull had read that version on the ' +
      'way of the answer, the row could not be read again, and by the stamps alone the answer was the older one.',
  },
  {
    seed: 970_000_467,
    operations: 200,
    cause:
      'The answer of the changelog to whether a status had taken effect was cut off on its way: that was taken for a changelog ' +
      'that nobody may read, the row alone decided, and what somebody had set back was set a second time.',
  },
  {
    seed: 1_811_756_710,
    operations: 200,
    cause:
      'Somebody had set the status that an unanswered change wanted; a pull on the way brought the version before, the row could ' +
      'not be read again, and the look that had seen it was called older because it came after the version of the guard.',
  },
  {
    seed: 1_811_756_806,
    operations: 200,
    cause:
      'A pull had read what somebody changed in a row of ours whose own answer arrived first: the fence kept the newer version ' +
      'out until the next pull, and the collection was said to be as new as the answer.',
  },
  {
    seed: 654,
    operations: 200,
    writesLinks: true,
    cause:
      'A link was to be brought back that had been deleted softly, and was deleted for good meanwhile: the change waited for ' +
      'the row it had seen, for ever, and with it the whole lane.',
  },
  {
    seed: 3_335_900_763,
    operations: 200,
    readsPages: true,
    cause:
      'Two tabs noted at once that they had asked a question: each wrote the list of questions as it had read it, one question ' +
      'stood in neither list, and its pages were kept for ever.',
  },
  {
    seed: 3_335_900_706,
    operations: 200,
    readsPages: true,
    cause:
      'The clock of the server was set back after a page had been answered: the page came from the future, counted as young ' +
      'whatever age was asked for, and was given instead of a new one, also after somebody else had been signed in.',
  },
  {
    seed: 2_762_323_906,
    operations: 200,
    writesRows: true,
    cause:
      'An app that asks for more columns read its rows again while the session lapsed: the empty answer ended that walk, and ' +
      'rows whose stamps stood still kept their old columns for ever.',
  },
  {
    seed: 3_703_424_882,
    operations: 200,
    writesRows: true,
    cause:
      'The changelog, asked about a status that had been set back, met a server that read its schema anew: that was taken for ' +
      'a refusal for good, and the status was set a second time.',
  },
  {
    seed: 2_599_104_278,
    operations: 200,
    writesRows: true,
    cause:
      'The journal went back twice, and the second time the notice of the first went with it: the simulation asked for a ' +
      'notice that had been given, and of which no trace was left.',
  },
  {
    seed: 830_000_147,
    operations: 200,
    startsRuns: true,
    cause:
      'A proxy answered the request for a run with `200 []`: the run counted as done, had no name, and was looked up by nobody, ' +
      'although it may never have begun.',
  },
  {
    seed: 810_001_790,
    operations: 200,
    writesRows: true,
    cause:
      'A member was taken from a team before it was one and added later: the simulation forgot that the deletion had found ' +
      'nothing to do.',
  },
  {
    seed: 820_000_198,
    operations: 200,
    writesRows: true,
    cause:
      'A team was deleted that somebody had deleted softly: the simulation asked for an effect where the row stood as wanted.',
  },
  {
    seed: 810_001_054,
    operations: 200,
    writesRows: true,
    cause:
      'A service worker made way for a page before the answer to its last look was here: the simulation asked for a notice ' +
      'that nobody could give.',
  },
  {
    seed: 810_000_738,
    operations: 200,
    readsPages: true,
    writesRows: true,
    cause:
      'A team was brought back, and the disk gave that change another owner before its row was pulled: the simulation knew this of ' +
      'rows that are made and not of rows that come back.',
  },
  {
    seed: 830_000_034,
    operations: 200,
    writesRows: true,
    cause: 'The same, where the disk made the change unreadable.',
  },
  {
    seed: 840_000_957,
    operations: 200,
    isRough: undefined,
    writesLinks: true,
    readsPages: true,
    cause:
      'A person said "mine" of a title while a later one was typed, which was merged into it: the simulation looked at the ' +
      'later operation, of which nobody had asked anything.',
  },
  {
    seed: 840_000_566,
    operations: 200,
    isRough: undefined,
    writesRows: true,
    cause:
      'A team came back under the name that this device had given it: the simulation took what brings a row back for what ' +
      'named it.',
  },
  {
    seed: 45_801_154,
    operations: 200,
    isRough: undefined,
    writesRows: true,
    cause:
      'An updated app lost its leading tab before it had read every row again: the next one took the age of the old columns ' +
      'for that of the new ones.',
  },
  {
    seed: 2_001_785,
    operations: 200,
    isRough: undefined,
    writesLinks: true,
    cause:
      'Two tabs deleted one link. The first deletion left the link that somebody had made since, and handed its stamp to the ' +
      'second, which took it.',
  },
  {
    seed: 2_002_949,
    operations: 200,
    isRough: undefined,
    choosesKeys: true,
    cause:
      'A change that was dropped handed its guard to one whose form had been opened before it and had shown another title, ' +
      'so that the title of a colleague was replaced unseen.',
  },
  {
    seed: 2_003_802,
    operations: 200,
    isRough: undefined,
    readsPages: true,
    writesRows: true,
    cause:
      'The tab that led was asked to refresh and was gone before it came to what hardly changes; the next one went on with ' +
      'the ages of that.',
  },
  {
    seed: 3_008_193,
    operations: 200,
    isRough: undefined,
    readsPages: true,
    writesLinks: true,
    writesStamps: true,
    cause:
      'A link by hand found that of a selector; while the answer was on its way others made it anew by hand. The simulation ' +
      'took their link for one that this device had shown and taken back.',
  },
  {
    seed: 3_009_575,
    operations: 200,
    isRough: undefined,
    startsRuns: true,
    cause:
      'A proxy said once that no run was there right before one was sent, which never arrived: the run that the same person ' +
      'had begun on another device was taken for it.',
  },
  {
    seed: 5_002_351,
    operations: 200,
    isRough: undefined,
    startsRuns: true,
    cause:
      'A request left under another name, whose owner was back before it arrived, which no look can tell. The simulation ' +
      'took the return for the beginning and waited for a notice.',
  },
  {
    seed: 1_950_817_086,
    operations: 200,
    isRough: undefined,
    readsPages: true,
    writesRows: true,
    readsView: true,
    takesNumbers: true,
    cause:
      'A new team was sent, its answer was lost, it was found where it was written, and could not be read where it is ' +
      'pulled: it stood with the times this device had made up until the next pull.',
  },
  {
    seed: 7_003_942,
    operations: 200,
    isRough: undefined,
    writesRows: true,
    readsView: true,
    cause:
      'A person signed out while a row was read before a value within it was written over it: the answer came and the ' +
      'value was sent, although its journal was gone.',
  },
];
