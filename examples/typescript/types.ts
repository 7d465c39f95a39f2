// Made by generate.mjs from keyflower/schema/schemas.json: not to be edited.

/**
 * Any action of the rules.
 */
export type Action =
  | BidAction
  | UseAction
  | PassAction
  | PayWithAction
  | ChooseAction
  | MoveAction
  | SpendAction
  | UpgradeAction
  | DoneAction
  | OfferAction
  | TakeAction
  | PlaceAction
  | PutAction
  | TakeContractAction
  | ExchangeAction
  | ExtendAction
  | ReplaceAction;
/**
 * Any task of the rules.
 */
export type Task =
  | TurnTask
  | ResolveTask
  | PayCostTask
  | ReturnAsideTask
  | ChooseBenefitTask
  | HaulTask
  | PhaseTask
  | OfferWinterTask
  | TakeBoatTask
  | BuildAllTask
  | PutAnimalsTask
  | ChooseBreedingTask
  | ChooseContractTask
  | BuildCabinsTask
  | ReplaceBoatTask;
/**
 * Any place of an expansion's own of the rules.
 */
export type OwnPlace = Herds | Market | Folder | Hold | Extensions | Cabins;
/**
 * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
 */
export type Pool = string;
/**
 * Any event of the rules.
 */
export type Event =
  | TableSetEvent
  | WinterTilesDealtEvent
  | SeasonBeganEvent
  | BoatLoadedEvent
  | TilesRevealedEvent
  | WinterTilesOfferedEvent
  | WinterTilesRevealedEvent
  | AgendaChangedEvent
  | TurnBeganEvent
  | PassedEvent
  | WorkersBidEvent
  | WorkersUsedEvent
  | BidStoodUpEvent
  | WorkersPaidEvent
  | SkillsPaidEvent
  | AsideReturnedEvent
  | WorkersDrawnEvent
  | SkillsDrawnEvent
  | WorkersGainedEvent
  | GoodsGainedEvent
  | StockGainedEvent
  | GoodMovedEvent
  | StockSpentEvent
  | TileUpgradedEvent
  | GroupReturnedEvent
  | LotUnsoldEvent
  | LotWonEvent
  | VillageClearedEvent
  | BoatTakenEvent
  | StartPlayerChangedEvent
  | TurnOrderSettledEvent
  | TileLaidEvent
  | TileLostEvent
  | ScreenRevealedEvent
  | GameEndedEvent
  | PositionGivenEvent
  | AnimalAddedEvent
  | AnimalMovedEvent
  | ContractsShuffledEvent
  | ContractTurnedUpEvent
  | RowSweptEvent
  | ContractTakenEvent
  | ContractDrawnEvent
  | ContractLoadedEvent
  | ContractsUnloadedEvent
  | ContractExchangedEvent
  | TileExtendedEvent
  | CabinsBuiltEvent
  | BoatReplacedEvent;
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LogLine".
 */
export type LogLine = Header | EntryLine | Footer;
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Season".
 */
export type Season = "spring" | "summer" | "autumn" | "winter";

export interface Everything {}
/**
 * Bid for a tile with workers from behind your screen, from your open hand and with your outbid groups.
 */
export interface BidAction {
  verb: "bid";
  /**
   * The tile bid for.
   */
  tile: string;
  /**
   * Workers from behind the screen.
   */
  workers?: string;
  /**
   * Workers from the open hand (variant B).
   */
  open?: string;
  /**
   * The tiles from which your outbid groups move here, each as a whole.
   */
  groups?: string[];
}
/**
 * Use a tile of a village or of the auction with workers.
 */
export interface UseAction {
  verb: "use";
  /**
   * The tile used.
   */
  tile: string;
  /**
   * Workers from behind the screen.
   */
  workers?: string;
  /**
   * Workers from the open hand (variant B).
   */
  open?: string;
  /**
   * The tiles from which your outbid groups move here, each as a whole.
   */
  groups?: string[];
}
/**
 * Do nothing this turn.
 */
export interface PassAction {
  verb: "pass";
}
/**
 * Say which piece, or which outbid group, pays the cost of a use.
 */
export interface PayWithAction {
  verb: "pay";
  /**
   * The piece from behind the screen.
   */
  pieces?: string;
  /**
   * The piece from the open hand (variant B).
   */
  open?: string;
  /**
   * The tile of your outbid group that pays instead, as a whole.
   */
  group?: string;
}
/**
 * Choose one of the benefits a tile offers.
 */
export interface ChooseAction {
  verb: "choose";
  /**
   * The word of the benefit, such as the name of a good.
   */
  benefit: string;
}
/**
 * Move one piece with transport points, from tile to tile or from pasture to pasture.
 */
export interface MoveAction {
  verb: "move";
  /**
   * The piece that moves.
   */
  good: string;
  /**
   * The tile (or pasture, `home_1/2`) it leaves.
   */
  origin: string;
  /**
   * The tile or pasture it ends on; every step on the way costs one point.
   */
  target: string;
}
/**
 * Spend one piece from behind your screen for more transport points.
 */
export interface SpendAction {
  verb: "spend";
  /**
   * The piece spent.
   */
  good: string;
}
/**
 * Turn one of your tiles to its back; pay with resources on it and skills from behind your screen.
 */
export interface UpgradeAction {
  verb: "upgrade";
  /**
   * The tile to upgrade.
   */
  tile: string;
  /**
   * Resources on the tile and skills from behind the screen that pay.
   */
  paid?: string;
  /**
   * Skills from the open hand that pay (variant B).
   */
  open?: string;
}
/**
 * Stop transporting and upgrading.
 */
export interface DoneAction {
  verb: "done";
}
/**
 * Choose in secret which of your winter tiles go to auction.
 */
export interface OfferAction {
  verb: "offer";
  /**
   * The tiles; the others go back into the box unseen.
   */
  tiles: string[];
}
/**
 * Choose a boat at the end of a season.
 */
export interface TakeAction {
  verb: "take";
  /**
   * The boat.
   */
  boat: string;
}
/**
 * Lay a tile you have won in your village.
 */
export interface PlaceAction {
  verb: "place";
  /**
   * The tile.
   */
  tile: string;
  /**
   * Where it goes.
   *
   * @minItems 2
   * @maxItems 2
   */
  cell: [number, number];
  /**
   * By how many edges it is rotated clockwise.
   */
  rotation?: number;
}
/**
 * Put one new animal on a pasture.
 */
export interface PutAction {
  verb: "put";
  /**
   * The animal.
   */
  good: string;
  /**
   * The pasture, named by any of its parts (`home_1/2`).
   */
  pasture: string;
}
/**
 * Take a contract from the open row, or draw one from the deck.
 */
export interface TakeContractAction {
  verb: "contract";
  /**
   * The contract, or `deck`.
   */
  contract: string;
}
/**
 * Discard one of your contracts and take a piece that it names.
 */
export interface ExchangeAction {
  verb: "exchange";
  /**
   * The contract.
   */
  contract: string;
  /**
   * The piece.
   */
  piece: string;
}
/**
 * Put an extension on one of your upgraded tiles and pay for it.
 */
export interface ExtendAction {
  verb: "extend";
  /**
   * The tile.
   */
  tile: string;
  /**
   * The extension.
   */
  extension: string;
  /**
   * Resources on the tile, skills and workers from behind the screen that pay.
   */
  paid?: string;
  /**
   * Skills and workers from the open hand that pay (variant B).
   */
  open?: string;
}
/**
 * Replace the boat you have taken with one that is not in play.
 */
export interface ReplaceAction {
  verb: "replace";
  /**
   * The new boat.
   */
  boat: string;
}
/**
 * The agenda changed.
 */
export interface AgendaChangedEvent {
  tag: "agenda-changed";
  /**
   * What is left to do, the next task first.
   */
  agenda: Task[];
}
/**
 * A seat bids, uses or passes.
 */
export interface TurnTask {
  tag: "turn";
  /**
   * Whose turn it is.
   */
  seat: number;
}
/**
 * An effect printed on a tile takes place for a seat.
 */
export interface ResolveTask {
  tag: "resolve";
  /**
   * Who benefits.
   */
  seat: number;
  /**
   * The tile the effect is printed on.
   */
  tile: string;
  /**
   * The side of the tile that counts.
   */
  side: number;
  /**
   * Which part of the printed effect, such as `use` or `use.1`.
   */
  path: string;
  /**
   * The tile of the seat's village that receives what lives on tiles or beside them.
   */
  target: string;
}
/**
 * A seat says which piece pays the cost of a use.
 */
export interface PayCostTask {
  tag: "pay-cost";
  /**
   * Who pays.
   */
  seat: number;
  /**
   * The tile whose use costs something.
   */
  tile: string;
  /**
   * The side of the tile that counts.
   */
  side: number;
  /**
   * Which part of the printed effect is the cost.
   */
  path: string;
}
/**
 * What was set aside as payment goes back to the bag and the stack.
 */
export interface ReturnAsideTask {
  tag: "return-aside";
}
/**
 * A seat chooses one of the benefits of a tile.
 */
export interface ChooseBenefitTask {
  tag: "choose-benefit";
  /**
   * Who chooses.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
  /**
   * The side that counts.
   */
  side: number;
  /**
   * Which part of the printed effect offers the choice.
   */
  path: string;
  /**
   * The tile that receives the benefit.
   */
  target: string;
}
/**
 * A seat moves pieces and upgrades tiles with the points of a transport tile.
 */
export interface HaulTask {
  tag: "haul";
  /**
   * Who transports.
   */
  seat: number;
  /**
   * Transport points left.
   */
  points: number;
  /**
   * Upgrade points left.
   */
  upgrades: number;
}
/**
 * A named step of a season's start or end.
 */
export interface PhaseTask {
  tag: "phase";
  /**
   * The step, such as `end.won`.
   */
  id: string;
}
/**
 * Every seat chooses winter tiles, in secret and at the same time.
 */
export interface OfferWinterTask {
  tag: "offer-winter";
}
/**
 * A seat chooses a boat.
 */
export interface TakeBoatTask {
  tag: "take-boat";
  /**
   * Who chooses.
   */
  seat: number;
}
/**
 * Every seat lays the tiles it has won, at the same time.
 */
export interface BuildAllTask {
  tag: "build-all";
}
/**
 * A seat puts new animals on pastures that touch a tile.
 */
export interface PutAnimalsTask {
  tag: "put-animals";
  /**
   * Who gets them.
   */
  seat: number;
  /**
   * The animals still to be put.
   */
  animals: string;
  /**
   * The own tile whose pastures may take them.
   */
  target: string;
}
/**
 * A seat chooses in which of its pastures animals are born, because the supply is short.
 */
export interface ChooseBreedingTask {
  tag: "farmers.choose-breeding";
  /**
   * Who chooses.
   */
  seat: number;
  /**
   * The species.
   */
  good: string;
  /**
   * The pastures in which one could still be born.
   */
  pastures: string[];
  /**
   * How many are left in the supply.
   */
  number: number;
}
/**
 * A seat takes a contract.
 */
export interface ChooseContractTask {
  tag: "merchants.choose-contract";
  /**
   * Who takes it.
   */
  seat: number;
}
/**
 * A seat puts cabins on its home.
 */
export interface BuildCabinsTask {
  tag: "merchants.build-cabins";
  /**
   * Who gets them.
   */
  seat: number;
  /**
   * The cabins.
   */
  cabins: string;
}
/**
 * A seat chooses which boat replaces the one it has taken.
 */
export interface ReplaceBoatTask {
  tag: "merchants.replace-boat";
  /**
   * Who chooses.
   */
  seat: number;
  /**
   * The boat that leaves the game.
   */
  boat: string;
}
/**
 * A seat put an animal from the supply on a pasture.
 */
export interface AnimalAddedEvent {
  tag: "animal-added";
  /**
   * Whose village it is.
   */
  seat: number;
  /**
   * The animal.
   */
  good: string;
  /**
   * The pasture.
   */
  pasture: string;
}
/**
 * An animal was moved from pasture to pasture.
 */
export interface AnimalMovedEvent {
  tag: "animal-moved";
  /**
   * Whose village it is.
   */
  seat: number;
  /**
   * The animal.
   */
  good: string;
  /**
   * The pasture it left.
   */
  origin: string;
  /**
   * The pasture it reached.
   */
  target: string;
}
/**
 * What was set aside went back: workers into the bag, tokens into the stack.
 */
export interface AsideReturnedEvent {
  tag: "aside-returned";
  /**
   * The workers.
   */
  workers?: string;
  /**
   * The tokens.
   */
  skills?: string;
}
/**
 * A boat in the row, with what it carries this season.
 */
export interface Berth {
  /**
   * The boat tile.
   */
  boat: string;
  /**
   * The workers on it.
   */
  workers?: string;
  /**
   * The skill tokens on it, face up.
   */
  skills?: string;
  /**
   * Whether somebody has chosen it this season.
   */
  taken?: boolean;
  /**
   * Other pieces on it, from the supply.
   */
  cargo?: string;
  /**
   * Places on it that expansions have added, sorted by tag; empty ones are left out.
   */
  places?: OwnPlace[];
}
/**
 * The animals of a village by the id of their pasture, in the order of the pastures, without empty herds.
 */
export interface Herds {
  tag: "herds";
  /**
   * Pairs of a pasture and the animals on it.
   */
  herds?: [string, Pool][];
}
/**
 * The contracts on the table.
 */
export interface Market {
  tag: "merchants.market";
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  row?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  deck?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  discarded?: string;
}
/**
 * The contracts that a player holds.
 */
export interface Folder {
  tag: "merchants.folder";
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  known?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  hidden?: string;
}
/**
 * What is face down on a boat.
 */
export interface Hold {
  tag: "merchants.hold";
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contracts?: string;
}
/**
 * The extensions in a village, at most one on a tile, in the order of the tiles.
 */
export interface Extensions {
  tag: "merchants.extensions";
  /**
   * Pairs of a tile and the extension on it.
   */
  on?: [string, Pool][];
}
/**
 * The cabins on the home of a village.
 */
export interface Cabins {
  tag: "merchants.cabins";
  /**
   * The home they stand on.
   */
  home?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  cabins?: string;
}
/**
 * A lying group stood up, because no other workers give the lot a colour any more.
 */
export interface BidStoodUpEvent {
  tag: "bid-stood-up";
  /**
   * Whose group it is.
   */
  seat: number;
  /**
   * The lot.
   */
  tile: string;
}
/**
 * Workers, skill tokens and other pieces were put on a boat, for all to see.
 */
export interface BoatLoadedEvent {
  tag: "boat-loaded";
  /**
   * The boat.
   */
  boat: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  skills: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  cargo?: string;
}
/**
 * A boat left the game, and another one took its place in the row.
 */
export interface BoatReplacedEvent {
  tag: "merchants.boat-replaced";
  /**
   * Who chose the new boat.
   */
  seat: number;
  /**
   * The boat that left the game.
   */
  boat: string;
  /**
   * The boat that came instead.
   */
  by: string;
}
/**
 * A seat chose a boat and took what was on it.
 */
export interface BoatTakenEvent {
  tag: "boat-taken";
  /**
   * Who chose.
   */
  seat: number;
  /**
   * The boat.
   */
  boat: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  skills?: string;
  /**
   * Whether the boat tile itself was taken (winter).
   */
  kept?: boolean;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  cargo?: string;
}
/**
 * A seat put cabins from the supply on its home.
 */
export interface CabinsBuiltEvent {
  tag: "merchants.cabins-built";
  /**
   * Whose home it is.
   */
  seat: number;
  /**
   * The home.
   */
  home: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  cabins: string;
}
/**
 * One choice: a place, a colour, a number. The last choice on the way to an action has that action.
 */
export interface Choice {
  /**
   * What is chosen: `tile`, `bid`, `use`, `size`, `cell`, `rotation` ...
   */
  kind: string;
  /**
   * Which one.
   */
  key: string;
  /**
   * The same in words.
   */
  label: string;
  /**
   * What it leads to; in `blocked`, the verb that is not possible.
   */
  result?: string;
  /**
   * For a tile: in whose village it lies; -1 for the auction area.
   */
  seat?: number;
  /**
   * What to play, in the notation, at the end of the way.
   */
  action?: string;
  choices?: Choice[];
  why?: Refusal[];
}
/**
 * One reason why an action is not legal.
 */
export interface Refusal {
  /**
   * A stable name such as `bid.too-low`.
   */
  code: string;
  /**
   * The reason for a person.
   */
  message: string;
  /**
   * The paragraph of the rules.
   */
  rule: string;
  params: {
    [k: string]: string | number;
  };
}
/**
 * All options of a decision as a tree, and the places where nothing is possible.
 */
export interface Choices {
  prompt: string;
  choices: Choice[];
  blocked: Choice[];
}
/**
 * A seat drew a contract from the deck.
 */
export interface ContractDrawnEvent {
  tag: "merchants.contract-drawn";
  /**
   * Who drew it.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contract: string;
}
/**
 * A seat discarded a contract and took a piece for it, for all to see.
 */
export interface ContractExchangedEvent {
  tag: "merchants.contract-exchanged";
  /**
   * Whose contract it was.
   */
  seat: number;
  /**
   * The contract.
   */
  contract: string;
  /**
   * The piece that was asked for.
   */
  piece: string;
  /**
   * Where it came from: the bag, the stack or the supply.
   */
  source: string;
  /**
   * The tile that a resource was put on.
   */
  tile?: string;
  /**
   * Whether the piece was there.
   */
  found?: boolean;
}
/**
 * A contract from the deck was put on a boat, face down.
 */
export interface ContractLoadedEvent {
  tag: "merchants.contract-loaded";
  /**
   * The boat.
   */
  boat: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contract: string;
}
/**
 * A seat took a contract from the open row, for all to see.
 */
export interface ContractTakenEvent {
  tag: "merchants.contract-taken";
  /**
   * Who took it.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contract: string;
}
/**
 * A contract from the deck was laid open.
 */
export interface ContractTurnedUpEvent {
  tag: "merchants.contract-turned-up";
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contract: string;
}
/**
 * Contracts were shuffled and became the deck: all of them at the start, later the discard pile.
 */
export interface ContractsShuffledEvent {
  tag: "merchants.contracts-shuffled";
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contracts: string;
  /**
   * Whether they come from the supply, at the start of the game.
   */
  new?: boolean;
}
/**
 * A seat took the contracts that lay on its boat.
 */
export interface ContractsUnloadedEvent {
  tag: "merchants.contracts-unloaded";
  /**
   * Who took them.
   */
  seat: number;
  /**
   * The boat.
   */
  boat: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contracts: string;
}
/**
 * An open question to one seat.
 */
export interface Decision {
  /**
   * Send it back with the answer: a stale one is refused.
   */
  id: string;
  seat: number;
  kind: string;
  prompt: string;
  task: Task;
  options?: Action[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Entry".
 */
export interface Entry {
  /**
   * Who acted; -1 for the set-up.
   */
  seat: number;
  action: Action | null;
  /**
   * @minItems 1
   */
  events: [Event, ...Event[]];
  /**
   * The answers of chance, in order; not in redacted logs.
   */
  answers?: string[];
}
/**
 * The table was laid out: homes, boats, turn-order tiles and the supplies.
 */
export interface TableSetEvent {
  tag: "table-set";
  /**
   * The home of each seat.
   */
  homes: Placed[];
  /**
   * The start player of spring.
   */
  start: number;
  /**
   * The boats in play, in the order of the row.
   */
  boats: string[];
  /**
   * The turn-order tiles in play, by number.
   */
  turn_order: string[];
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  bag: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  stack: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  supply: string;
  /**
   * Whether workers and tokens that were seen on the table stay open (variant B).
   */
  open_hands: boolean;
  /**
   * The tiles of spring, summer and autumn, unseen.
   */
  piles: string[][];
  /**
   * Tiles that are not used in this game, unseen.
   */
  box: string[];
  /**
   * The slots of the powers that the homes give, by seat; empty if no home gives any.
   */
  powers?: string[][];
}
/**
 * A laid tile, geometry only: where it is and how it is rotated.
 */
export interface Placed {
  /**
   * The name of the tile, unique in its village.
   */
  name: string;
  /**
   * Where it lies.
   *
   * @minItems 2
   * @maxItems 2
   */
  cell: [number, number];
  /**
   * By how many edges it is rotated clockwise, 0 to 5: printed edge `e` faces `(e + rotation) % 6`.
   */
  rotation: number;
  /**
   * The printed edges, clockwise from the top, such as `RFFRRR`.
   */
  edges: string;
  /**
   * The kind of the tile, a value of `TileKind` or of an expansion.
   */
  kind: string;
}
/**
 * A seat was dealt winter tiles.
 */
export interface WinterTilesDealtEvent {
  tag: "winter-tiles-dealt";
  /**
   * Who got them.
   */
  seat: number;
  /**
   * The tiles.
   */
  tiles: string[];
}
/**
 * A season began: boats are turned and free again.
 */
export interface SeasonBeganEvent {
  tag: "season-began";
  /**
   * The season.
   */
  season: "spring" | "summer" | "autumn" | "winter";
}
/**
 * The season's village tiles were revealed; the rest of the pile went to the box unseen.
 */
export interface TilesRevealedEvent {
  tag: "tiles-revealed";
  /**
   * Which pile they came from (0 spring, 1 summer, 2 autumn).
   */
  pile: number;
  /**
   * The tiles with the side that lies up, in canonical order.
   */
  tiles: [string, number][];
  /**
   * The tiles that went to the box.
   */
  rest: string[];
}
/**
 * A seat chose winter tiles; even their number is secret until all have chosen.
 */
export interface WinterTilesOfferedEvent {
  tag: "winter-tiles-offered";
  /**
   * Who chose.
   */
  seat: number;
  /**
   * The tiles.
   */
  tiles: string[];
}
/**
 * All have chosen: everybody learns how many tiles each seat gave; they are mixed and put up for auction.
 */
export interface WinterTilesRevealedEvent {
  tag: "winter-tiles-revealed";
  /**
   * How many tiles each seat gave.
   */
  numbers: number[];
  /**
   * The tiles, in canonical order: nobody learns whose they were.
   */
  tiles: string[];
  /**
   * The tiles that went to the box.
   */
  rest: string[];
}
/**
 * A seat is to bid, use or pass.
 */
export interface TurnBeganEvent {
  tag: "turn-began";
  /**
   * Whose turn it is.
   */
  seat: number;
}
/**
 * A seat passed.
 */
export interface PassedEvent {
  tag: "passed";
  /**
   * Who passed.
   */
  seat: number;
}
/**
 * A seat bid for a lot.
 */
export interface WorkersBidEvent {
  tag: "workers-bid";
  /**
   * Who bid.
   */
  seat: number;
  /**
   * The lot.
   */
  tile: string;
  /**
   * The colour of the workers.
   */
  colour: string;
  /**
   * The size of the seat's group after the bid.
   */
  size: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open?: string;
  /**
   * The lots whose outbid groups moved here.
   */
  moved?: string[];
  /**
   * Whether the group lies.
   */
  lying?: boolean;
}
/**
 * A seat put workers on a tile to use it.
 */
export interface WorkersUsedEvent {
  tag: "workers-used";
  /**
   * Who used it.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  placed: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open?: string;
  /**
   * The lots whose outbid groups moved here.
   */
  moved?: string[];
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  lying?: string;
}
/**
 * A seat paid with a worker or a whole outbid group, which is set aside.
 */
export interface WorkersPaidEvent {
  tag: "workers-paid";
  /**
   * Who paid.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open?: string;
  /**
   * The lot whose outbid group paid, as a whole.
   */
  group?: string;
}
/**
 * A seat paid with a skill token, which is set aside.
 */
export interface SkillsPaidEvent {
  tag: "skills-paid";
  /**
   * Who paid.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  shown?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  face_down?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open?: string;
}
/**
 * A seat drew workers from the bag.
 */
export interface WorkersDrawnEvent {
  tag: "workers-drawn";
  /**
   * Who drew.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers: string;
}
/**
 * A seat drew skill tokens from the stack.
 */
export interface SkillsDrawnEvent {
  tag: "skills-drawn";
  /**
   * Who drew.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  skills: string;
}
/**
 * A seat took workers from the open supply.
 */
export interface WorkersGainedEvent {
  tag: "workers-gained";
  /**
   * Who took them.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers: string;
}
/**
 * A seat took goods from the supply onto a tile of its village.
 */
export interface GoodsGainedEvent {
  tag: "goods-gained";
  /**
   * Who took them.
   */
  seat: number;
  /**
   * The tile they were put on.
   */
  tile: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  goods: string;
}
/**
 * A seat took goods from the supply behind its screen; their number is known to all.
 */
export interface StockGainedEvent {
  tag: "stock-gained";
  /**
   * Who took them.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  goods: string;
}
/**
 * A piece was moved from tile to tile.
 */
export interface GoodMovedEvent {
  tag: "good-moved";
  /**
   * Whose village it is.
   */
  seat: number;
  /**
   * The piece.
   */
  good: string;
  /**
   * The tile it left.
   */
  origin: string;
  /**
   * The tile it reached.
   */
  target: string;
}
/**
 * A seat gave goods from behind its screen back to the supply.
 */
export interface StockSpentEvent {
  tag: "stock-spent";
  /**
   * Who spent them.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  goods: string;
}
/**
 * A tile was turned to its back.
 */
export interface TileUpgradedEvent {
  tag: "tile-upgraded";
  /**
   * Whose tile it is.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  goods?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  shown?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  face_down?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open?: string;
  /**
   * The slots of the powers of its front.
   */
  lost?: string[];
  /**
   * The slots of the powers of its back.
   */
  powers?: string[];
}
/**
 * An outbid group went back to its owner.
 */
export interface GroupReturnedEvent {
  tag: "group-returned";
  /**
   * Whose group it is.
   */
  seat: number;
  /**
   * The lot it stood at.
   */
  tile: string;
}
/**
 * A tile without bids left the game; the workers on it went into the bag.
 */
export interface LotUnsoldEvent {
  tag: "lot-unsold";
  /**
   * The tile.
   */
  tile: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
}
/**
 * A seat won a tile with the workers on it; its bid went into the bag.
 */
export interface LotWonEvent {
  tag: "lot-won";
  /**
   * Who won.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
  /**
   * The side that is up.
   */
  side: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  bid: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
}
/**
 * A seat took the workers on the tiles of its village.
 */
export interface VillageClearedEvent {
  tag: "village-cleared";
  /**
   * Whose village it is.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers: string;
}
/**
 * The purple worker went to another seat.
 */
export interface StartPlayerChangedEvent {
  tag: "start-player-changed";
  /**
   * Who is start player now.
   */
  seat: number;
}
/**
 * The winning bid on a turn-order tile went into the bag; in winter the tile itself went to its winner.
 */
export interface TurnOrderSettledEvent {
  tag: "turn-order-settled";
  /**
   * The tile.
   */
  tile: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  bid: string;
  /**
   * Who keeps the tile, or -1.
   */
  seat?: number;
}
/**
 * A seat laid a tile in its village.
 */
export interface TileLaidEvent {
  tag: "tile-laid";
  /**
   * Whose village it is.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
  /**
   * Where it lies.
   *
   * @minItems 2
   * @maxItems 2
   */
  cell: [number, number];
  /**
   * By how many edges it is rotated clockwise.
   */
  rotation: number;
  /**
   * Its printed edges.
   */
  edges: string;
  /**
   * Its kind.
   */
  kind: string;
  /**
   * The side that is up.
   */
  side?: number;
  /**
   * The slots of the powers it gives.
   */
  powers?: string[];
}
/**
 * A won tile had no legal place and left the game.
 */
export interface TileLostEvent {
  tag: "tile-lost";
  /**
   * Who had won it.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
}
/**
 * The game is over: a seat shows what was behind its screen.
 */
export interface ScreenRevealedEvent {
  tag: "screen-revealed";
  /**
   * Whose screen it is.
   */
  seat: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  skills: string;
  /**
   * The places added by expansions that everybody may see at the end of the game.
   */
  places?: OwnPlace[];
}
/**
 * The game is over and the points are counted.
 */
export interface GameEndedEvent {
  tag: "game-ended";
  /**
   * The points of each seat.
   */
  totals: number[];
  /**
   * Who won.
   */
  winners: number[];
}
/**
 * A game began in the middle: in a position that was set up, or sampled from a view.
 */
export interface PositionGivenEvent {
  tag: "position-given";
  state: State;
}
/**
 * The whole position; in a redacted log, what the viewer may know of it.
 */
export interface State {
  /**
   * `None` for the full state; otherwise the seat (or the spectator) it is hidden for.
   */
  viewer: number | null;
  /**
   * Whether variant B is played.
   */
  open_hands: boolean;
  /**
   * The current season.
   */
  season: "spring" | "summer" | "autumn" | "winter";
  /**
   * The start player: the holder of the purple worker.
   */
  start: number;
  /**
   * How many seats in a row have passed.
   */
  passes: number;
  /**
   * What still has to be done, the next task first; empty when the game is over.
   */
  agenda: Task[];
  /**
   * The auction area: village tiles in canonical order, then turn-order tiles by number.
   */
  lots: Lot[];
  /**
   * The seats in clockwise order.
   */
  seats: Seat[];
  /**
   * The boats in a row.
   */
  berths: Berth[];
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  bag: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  stack: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  supply: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  aside: string;
  /**
   * The unseen tiles of later seasons (spring, summer and autumn), by season.
   */
  piles: string[][];
  /**
   * Tiles that went to the box unseen.
   */
  box: string[];
  /**
   * Tiles that left the game face up.
   */
  discarded: string[];
  /**
   * The seats in the order in which they took boats this season.
   */
  picks: number[];
  /**
   * Places on the table that expansions have added, sorted by tag; empty ones are left out.
   */
  places?: OwnPlace[];
}
/**
 * A tile in the auction area with the bids around it and the workers on it.
 */
export interface Lot {
  /**
   * The tile on offer.
   */
  tile: string;
  /**
   * The side that is up.
   */
  side?: number;
  /**
   * At most one group for each seat, in the order of seats.
   */
  bids?: Group[];
  /**
   * The uses of the tile this season, in order.
   */
  uses?: PastUse[];
}
/**
 * The workers one seat has bid for a lot: always of one colour, never split.
 */
export interface Group {
  /**
   * Whose bid it is.
   */
  seat: number;
  /**
   * The colour of all its workers.
   */
  colour: string;
  /**
   * How many workers it has.
   */
  size: number;
  /**
   * Whether its workers lie: they count, but do not define the colour of the lot.
   */
  lying?: boolean;
}
/**
 * One use of a tile this season.
 */
export interface PastUse {
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  lying?: string;
  /**
   * Whose use it was; -1 if it does not matter.
   */
  seat?: number;
}
/**
 * What belongs to one seat.
 */
export interface Seat {
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open_workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  skills?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open_skills?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  stock?: string;
  village: Village;
  /**
   * Tiles won but not laid yet, each with the side that is up.
   */
  won?: [string, number][];
  /**
   * Winter tiles dealt to this seat and not yet offered or boxed.
   */
  winter?: string[];
  /**
   * Winter tiles chosen for the auction, until everybody has chosen.
   */
  offered?: string[];
  /**
   * The boat taken this season, or the empty text.
   */
  boat?: string;
  /**
   * The slots of the permanent powers of laid tiles.
   */
  powers?: string[];
  /**
   * Places that expansions have added, sorted by tag; empty ones are left out.
   */
  places?: OwnPlace[];
}
/**
 * The tiles laid so far, with everything on them.
 */
export interface Village {
  /**
   * The tiles in the order they were laid.
   */
  tiles: LaidTile[];
  /**
   * Places in the village that expansions have added.
   */
  places?: OwnPlace[];
}
/**
 * A laid tile with everything on it.
 */
export interface LaidTile {
  /**
   * The name of the tile, unique in its village.
   */
  name: string;
  /**
   * Where it lies.
   *
   * @minItems 2
   * @maxItems 2
   */
  cell: [number, number];
  /**
   * By how many edges it is rotated clockwise, 0 to 5: printed edge `e` faces `(e + rotation) % 6`.
   */
  rotation: number;
  /**
   * The printed edges, clockwise from the top, such as `RFFRRR`.
   */
  edges: string;
  /**
   * The kind of the tile, a value of `TileKind` or of an expansion.
   */
  kind: string;
  /**
   * The side that is up: `FRONT` or `BACK`.
   */
  side?: number;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  goods?: string;
  /**
   * This season's uses, in order.
   */
  uses?: PastUse[];
}
/**
 * The open contracts went to the discard pile.
 */
export interface RowSweptEvent {
  tag: "merchants.row-swept";
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  contracts: string;
}
/**
 * A seat put an extension on one of its tiles and paid for it, for all to see.
 */
export interface TileExtendedEvent {
  tag: "merchants.tile-extended";
  /**
   * Whose tile it is.
   */
  seat: number;
  /**
   * The tile.
   */
  tile: string;
  /**
   * The extension.
   */
  extension: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  goods?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  skills?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open_skills?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  workers?: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  open_workers?: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EntryLine".
 */
export interface EntryLine {
  kind: "entry";
  number: number;
  /**
   * Who acted; -1 for the set-up.
   */
  seat: number;
  action: Action | null;
  /**
   * @minItems 1
   */
  events: [Event, ...Event[]];
  /**
   * The answers of chance, in order; not in redacted logs.
   */
  answers?: string[];
  /**
   * The chance source afterwards.
   */
  chance?: number | (SeededChance | SecretChance | FormerChance | ScriptedChance);
  /**
   * Digest of all lines so far.
   */
  sum: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeededChance".
 */
export interface SeededChance {
  kind: "mixed";
  seed: number | string;
  counter: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SecretChance".
 */
export interface SecretChance {
  kind: "secret";
  key: string;
  counter: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FormerChance".
 */
export interface FormerChance {
  kind: "seeded";
  seed: number | string;
  counter: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ScriptedChance".
 */
export interface ScriptedChance {
  kind: "scripted";
  answers: string[];
  then: SeededChance | SecretChance | FormerChance | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Footer".
 */
export interface Footer {
  kind: "footer";
  entries: number;
  totals: number[];
  winners: number[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Header".
 */
export interface Header {
  kind: "header";
  game: "keyflower";
  format: 3;
  library: string;
  expansions: {
    id: string;
    version: string;
    /**
     * Other versions that the game was played with before.
     */
    earlier?: string[];
  }[];
  variants: string[];
  /**
   * Printed numbers that were replaced: JSON text by path.
   */
  overrides: {
    [k: string]: string;
  };
  /**
   * The full ids of the tiles left out of the deck; not there if all are in.
   */
  without?: string[];
  players: string[];
  handicap: number[];
  chance: (SeededChance | SecretChance | FormerChance | ScriptedChance) | null;
  /**
   * Who the log is redacted for.
   */
  viewer: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Position".
 */
export interface Position {
  game: "keyflower";
  format: 3;
  library: string;
  expansions: {
    id: string;
    version: string;
    /**
     * Other versions that the game was played with before.
     */
    earlier?: string[];
  }[];
  variants: string[];
  /**
   * Printed numbers that were replaced: JSON text by path.
   */
  overrides: {
    [k: string]: string;
  };
  /**
   * The full ids of the tiles left out of the deck; not there if all are in.
   */
  without?: string[];
  players: string[];
  handicap: number[];
  /**
   * Who answers questions of chance.
   */
  chance?: (SeededChance | SecretChance | FormerChance | ScriptedChance) | null;
  state: State1;
}
/**
 * Everything about a game except the names of its players and its source of chance.
 */
export interface State1 {
  /**
   * `None` for the full state; otherwise the seat (or the spectator) it is hidden for.
   */
  viewer: number | null;
  /**
   * Whether variant B is played.
   */
  open_hands: boolean;
  /**
   * The current season.
   */
  season: "spring" | "summer" | "autumn" | "winter";
  /**
   * The start player: the holder of the purple worker.
   */
  start: number;
  /**
   * How many seats in a row have passed.
   */
  passes: number;
  /**
   * What still has to be done, the next task first; empty when the game is over.
   */
  agenda: Task[];
  /**
   * The auction area: village tiles in canonical order, then turn-order tiles by number.
   */
  lots: Lot[];
  /**
   * The seats in clockwise order.
   */
  seats: Seat[];
  /**
   * The boats in a row.
   */
  berths: Berth[];
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  bag: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  stack: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  supply: string;
  /**
   * Pieces with their numbers: R2 is two red workers, ?3 three unknown pieces; empty for none.
   */
  aside: string;
  /**
   * The unseen tiles of later seasons (spring, summer and autumn), by season.
   */
  piles: string[][];
  /**
   * Tiles that went to the box unseen.
   */
  box: string[];
  /**
   * Tiles that left the game face up.
   */
  discarded: string[];
  /**
   * The seats in the order in which they took boats this season.
   */
  picks: number[];
  /**
   * Places on the table that expansions have added, sorted by tag; empty ones are left out.
   */
  places?: OwnPlace[];
}
/**
 * The points of one seat: the best total, and where every point comes from.
 */
export interface Score {
  total: number;
  /**
   * The tile that was upgraded for free, if any.
   */
  flipped: string;
  lines: {
    /**
     * The tile that gives the points.
     */
    source: string;
    points: number;
    /**
     * Piece, what it counts as, how many.
     */
    used: [string, string, number][];
    detail: string;
  }[];
}
/**
 * A hex tile with everything that is printed on it.
 */
export interface Tile {
  id: string;
  name: string;
  title: string;
  expansion: string;
  kind: "home" | "village" | "summer_boat" | "boat" | "turn_order";
  season: "spring" | "summer" | "autumn" | "winter" | null;
  edges: string;
  front: {
    use: {} | null;
    transport: number;
    upgrades: number;
    points: number;
    /**
     * Scoring terms.
     */
    scores: {}[];
    powers: {
      slot: string;
      text: string;
      /**
       * An effect: pay, gain, transport and so on.
       */
      effect?: {};
      counts_as?: unknown[];
    }[];
    words: string;
  };
  back: {
    use: {} | null;
    transport: number;
    upgrades: number;
    points: number;
    /**
     * Scoring terms.
     */
    scores: {}[];
    powers: {
      slot: string;
      text: string;
      /**
       * An effect: pay, gain, transport and so on.
       */
      effect?: {};
      counts_as?: unknown[];
    }[];
    words: string;
  } | null;
  upgrade: {
    [k: string]: number;
  } | null;
  number: number;
  min_players: number;
  arrivals: [number, number][];
  /**
   * What else a boat brings, season by season.
   */
  cargo: {
    [k: string]: number;
  }[];
  goods: {} | null;
  pair: string;
  replaces: string;
  reconstructed: string[];
  words: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  /**
   * The seat whose view it is; -1 for a spectator.
   */
  viewer: number;
  /**
   * How many actions have been played.
   */
  ply: number;
  /**
   * The ids of the expansions played.
   */
  expansions: string[];
  /**
   * The ids of the variants played.
   */
  variants: string[];
  /**
   * The full ids of the tiles left out of the deck; not there if all are in.
   */
  without?: string[];
  players: string[];
  /**
   * The seats that have an open decision.
   */
  deciding: number[];
  /**
   * The viewer's own.
   */
  decisions: Decision[];
  state: State1;
}
/**
 * The village of one player.
 */
export interface Village1 {
  /**
   * The tiles in the order they were laid.
   */
  tiles: LaidTile[];
  /**
   * Places in the village that expansions have added.
   */
  places?: OwnPlace[];
}
