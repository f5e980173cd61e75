import { describe, expect, test } from "vitest";
import type { components } from "./schema";
import type * as Wire from "./wire";

type Schemas = components["schemas"];

/**
 * Makes nullable fields required: the server always sends all fields, but the OpenAPI document calls nullable
 * ones optional.
 */
type Given<T> = T extends readonly unknown[]
  ? { [Index in keyof T]: Given<T[Index]> }
  : T extends object
    ? { [Key in keyof T]-?: Given<Exclude<T[Key], undefined>> }
    : T;

/** True if a server response has the type that the client expects. */
type IsSent<Answer, Taken> = [Given<Answer>] extends [Taken] ? true : false;
/** True if everything the client may send is what the server accepts. */
type IsRead<Body, Asked> = [Body] extends [Partial<Asked>] ? true : false;

/**
 * Type checks of responses: a line becomes `false` and fails to compile when server and client differ.
 *
 * Excluded: `role` and `protocol`, for which the document has one schema where there are two; parts and run
 * events, whose kinds it cannot express (the fixtures in `contract/fixtures/runs` test those); and the
 * content of shared pages, whose format depends on the kind.
 */
const answers: {
  ConversationSummary: IsSent<Schemas["ConversationSummary"], Wire.ConversationSummary>;
  Receipt: IsSent<Schemas["Receipt"], Wire.Receipt>;
  SearchHit: IsSent<Omit<Schemas["SearchHit"], "role">, Omit<Wire.SearchHit, "role">>;
  Run: IsSent<Schemas["Run"], Wire.Run>;
  Model: IsSent<Schemas["Model"], Wire.Model>;
  ModelList: IsSent<Schemas["ModelList"], Wire.ModelList>;
  Connection: IsSent<Omit<Schemas["Connection"], "protocol">, Omit<Wire.Connection, "protocol">>;
  TestResult: IsSent<Schemas["TestResult"], Wire.TestResult>;
  ModelFileList: IsSent<Schemas["ModelFileList"], Wire.ModelFileList>;
  DiscoveredServer: IsSent<
    Omit<Schemas["DiscoveredServer"], "protocol">,
    Omit<Wire.DiscoveredServer, "protocol">
  >;
  Device: IsSent<Schemas["Device"], Wire.Device>;
  DeviceSession: IsSent<Schemas["DeviceSession"], Wire.DeviceSession>;
  Me: IsSent<Schemas["Me"], Wire.Me>;
  Setup: IsSent<Schemas["Setup"], Wire.Setup>;
  Session: IsSent<Schemas["Session"], Wire.Session>;
  SignInStep: IsSent<Schemas["SignInStep"], Wire.SignInStep>;
  SignInMethods: IsSent<Schemas["SignInMethods"], Wire.SignInMethods>;
  AddedPerson: IsSent<Schemas["AddedPerson"], Wire.AddedPerson>;
  PersonSecurity: IsSent<Schemas["PersonSecurity"], Wire.PersonSecurity>;
  Finding: IsSent<Schemas["Finding"], Wire.Finding>;
  GrantedLot: IsSent<Schemas["GrantedLot"], Wire.GrantedLot>;
  Recipient: IsSent<Schemas["Recipient"], Wire.Recipient>;
  Notice: IsSent<Schemas["Notice"], Wire.ServerNotice>;
  Settings: IsSent<Schemas["UserSettings"], Wire.Settings>;
  UsageReport: IsSent<Schemas["UsageReport"], Wire.UsageReport>;
  ResultsPageLayouts: IsSent<Schemas["ResultsPageLayouts"], Wire.ResultsPageLayouts>;
  SearchAssistant: IsSent<Schemas["SearchAssistant"], Wire.SearchAssistant>;
  Research: IsSent<Schemas["Research"], Wire.Research>;
  ResearchEntry: IsSent<Schemas["ResearchEntry"], Wire.ResearchEntry>;
  Search: IsSent<Schemas["Search"], Wire.Search>;
  SearchEntry: IsSent<Schemas["SearchEntry"], Wire.SearchEntry>;
  OwnFind: IsSent<Schemas["OwnFind"], Wire.OwnFind>;
  SearchSourceInfo: IsSent<Schemas["SearchSourceInfo"], Wire.SearchSourceInfo>;
  SearchEngine: IsSent<Schemas["SearchEngine"], Wire.SearchEngine>;
  SearchFeed: IsSent<Schemas["SearchFeed"], Wire.SearchFeed>;
  SearchSite: IsSent<Schemas["SearchSite"], Wire.SearchSite>;
  SearchFeedsImported: IsSent<Schemas["SearchFeedsImported"], Wire.SearchFeedsImported>;
  SearchInChat: IsSent<Schemas["SearchInChat"], Wire.SearchInChat>;
  SearchEngineTest: IsSent<Schemas["SearchEngineTest"], Wire.SearchEngineTest>;
  Document: IsSent<Schemas["Document"], Wire.LibraryDocument>;
  DocumentChats: IsSent<Schemas["DocumentChats"], Wire.DocumentChats>;
  DocumentCollection: IsSent<Schemas["DocumentCollection"], Wire.DocumentCollection>;
  DocumentCollectionEntry: IsSent<Schemas["DocumentCollectionEntry"], Wire.DocumentCollectionEntry>;
  DocumentHighlight: IsSent<Schemas["DocumentHighlight"], Wire.DocumentHighlight>;
  DocumentHighlights: IsSent<Schemas["DocumentHighlights"], Wire.DocumentHighlights>;
  Reading: IsSent<Schemas["Reading"], Wire.Reading>;
  ReadingEntry: IsSent<Schemas["ReadingEntry"], Wire.ReadingEntry>;
  ReadingPlace: IsSent<Schemas["ReadingPlace"], Wire.ReadingPlace>;
  ReadingSource: IsSent<Schemas["ReadingSource"], Wire.ReadingSource>;
  RecognisedText: IsSent<Schemas["RecognisedText"], Wire.RecognisedText>;
  Humanization: IsSent<Schemas["Humanization"], Wire.Humanization>;
  HumanizationEntry: IsSent<Schemas["HumanizationEntry"], Wire.HumanizationEntry>;
  HumanizationPrice: IsSent<Schemas["HumanizationPrice"], Wire.HumanizationPrice>;
  GrammarReport: IsSent<Schemas["GrammarReport"], Wire.GrammarReport>;
  Posting: IsSent<Schemas["Posting"], Wire.Posting>;
  Team: IsSent<Schemas["Team"], Wire.Team>;
  TeamEntry: IsSent<Schemas["TeamEntry"], Wire.TeamEntry>;
  TeamMember: IsSent<Schemas["TeamMember"], Wire.TeamMember>;
  TeamInvitation: IsSent<Schemas["TeamInvitation"], Wire.TeamInvitation>;
  InvitationPreview: IsSent<Schemas["InvitationPreview"], Wire.InvitationPreview>;
  TeamUsage: IsSent<Schemas["TeamUsage"], Wire.TeamUsage>;
  SecurityEvent: IsSent<Schemas["SecurityEvent"], Wire.SecurityEvent>;
  AuditEvent: IsSent<Schemas["AuditEvent"], Wire.AuditEvent>;
  PersonCaps: IsSent<Schemas["PersonCaps"], Wire.PersonCaps>;
  ServerTeam: IsSent<Schemas["ServerTeam"], Wire.ServerTeam>;
  AutoDeduction: IsSent<Schemas["AutoDeduction"], Wire.AutoDeduction>;
  PublicOffer: IsSent<Schemas["PublicOffer"], Wire.PublicOffer>;
  Offer: IsSent<Schemas["Offer"], Wire.Offer>;
  OfferPreview: IsSent<Schemas["OfferPreview"], Wire.OfferPreview>;
  Subscription: IsSent<Schemas["Subscription"], Wire.Subscription>;
  PortalPage: IsSent<Schemas["PortalPage"], Wire.PortalPage>;
  Quote: IsSent<Schemas["Quote"], Wire.Quote>;
  Order: IsSent<Schemas["Order"], Wire.Order>;
  BookedOrder: IsSent<Schemas["BookedOrder"], Wire.BookedOrder>;
  PastCancellation: IsSent<Schemas["PastCancellation"], Wire.PastCancellation>;
  CancellationCounts: IsSent<Schemas["CancellationCounts"], Wire.CancellationCounts>;
  EducationOffer: IsSent<Schemas["EducationOffer"], Wire.EducationOffer>;
  EducationSettings: IsSent<Schemas["EducationSettings"], Wire.EducationSettings>;
  AffiliateClick: IsSent<Schemas["AffiliateClick"], Wire.AffiliateClick>;
  Revenue: IsSent<Schemas["Revenue"], Wire.Revenue>;
  Costs: IsSent<Schemas["Costs"], Wire.Costs>;
  Spending: IsSent<Schemas["Spending"], Wire.Spending>;
  ApiKey: IsSent<Schemas["ApiKey"], Wire.ApiKey>;
  Problem: IsSent<Schemas["Problem"], Wire.Problem>;
  MessageState: IsSent<Schemas["MessageState"], Wire.MessageState>;
  RunState: IsSent<Schemas["RunState"], Wire.RunState>;
  Message: IsSent<Omit<Schemas["Message"], "parts" | "role">, Omit<Wire.Message, "parts" | "role">>;
  MessageOutline: IsSent<Omit<Schemas["MessageOutline"], "role">, Omit<Wire.MessageOutline, "role">>;
  Bot: IsSent<Schemas["Bot"], Wire.Bot>;
  GlossaryTerm: IsSent<Schemas["GlossaryTerm"], Wire.GlossaryTerm>;
  GlossaryImport: IsSent<Schemas["GlossaryImport"], Wire.GlossaryImport>;
  TranslationMemory: IsSent<Schemas["TranslationMemory"], Wire.TranslationMemory>;
  BotOffer: IsSent<Schemas["BotOffer"], Wire.BotOffer>;
  BotReport: IsSent<Schemas["BotReport"], Wire.BotReport>;
  BotReview: IsSent<Schemas["BotReview"], Wire.BotReview>;
  SentBot: IsSent<Schemas["SentBot"], Wire.SentBot>;
  Talk: IsSent<Schemas["Talk"], Wire.Talk>;
  Memo: IsSent<Schemas["Memo"], Wire.Memo>;
  MemoEntry: IsSent<Schemas["MemoEntry"], Wire.MemoEntry>;
  MemoImportReport: IsSent<Schemas["MemoImportReport"], Wire.MemoImportReport>;
  MemoSummary: IsSent<Schemas["MemoSummary"], Wire.MemoSummary>;
  MemoTag: IsSent<Schemas["MemoTag"], Wire.MemoTag>;
  Memory: IsSent<Schemas["Memory"], Wire.Memory>;
  MemoryItem: IsSent<Schemas["MemoryItem"], Wire.MemoryItem>;
  MemorySuggestion: IsSent<Schemas["MemorySuggestion"], Wire.MemorySuggestion>;
  MemoryUse: IsSent<Schemas["MemoryUse"], Wire.MemoryUse>;
  Prompt: IsSent<Schemas["Prompt"], Wire.Prompt>;
  PromptVersion: IsSent<Schemas["PromptVersion"], Wire.PromptVersion>;
  QuickAction: IsSent<Schemas["QuickAction"], Wire.QuickAction>;
  Push: IsSent<Schemas["Push"], Wire.Push>;
  PushSubscription: IsSent<Schemas["PushSubscription"], Wire.PushSubscriptionInfo>;
  Share: IsSent<Omit<Schemas["Share"], "options">, Omit<Wire.Share, "options">>;
  SharedPage: IsSent<Schemas["SharedPage"], Wire.SharedPage>;
  Copied: IsSent<Schemas["Copied"], Wire.Copied>;
  Import: IsSent<Schemas["Import"], Wire.Import>;
  ImportReport: IsSent<Schemas["ImportReport"], Wire.ImportReport>;
  Mail: IsSent<Omit<Schemas["Mail"], "state">, Omit<Wire.Mail, "state">>;
  ImageModel: IsSent<Schemas["ImageModel"], Wire.ImageModel>;
  ImageToolInfo: IsSent<Schemas["ToolInfo"], Wire.ImageToolInfo>;
  ImageBoard: IsSent<Schemas["ImageBoard"], Wire.ImageBoard>;
  ImageTaskEntry: IsSent<Schemas["ImageTaskEntry"], Wire.ImageTaskEntry>;
  Image: IsSent<Omit<Schemas["Image"], "work">, Omit<Wire.Image, "work">>;
  ImageTask: IsSent<Omit<Schemas["ImageTask"], "work" | "images">, Omit<Wire.ImageTask, "work" | "images">>;
  ImageMadeWith: IsSent<Schemas["ImageMadeWith"], Wire.ImageMadeWith>;
  ImageSettings: IsSent<Schemas["ImageSettings"], Wire.ImageSettings>;
  WrittenPrompt: IsSent<Schemas["WrittenPrompt"], Wire.WrittenPrompt>;
  VideoModel: IsSent<Schemas["VideoModel"], Wire.VideoModel>;
  VideoTaskEntry: IsSent<Schemas["VideoTaskEntry"], Wire.VideoTaskEntry>;
  Video: IsSent<Omit<Schemas["Video"], "work">, Omit<Wire.Video, "work">>;
  VideoTask: IsSent<Omit<Schemas["VideoTask"], "work" | "videos">, Omit<Wire.VideoTask, "work" | "videos">>;
} = {
  ConversationSummary: true,
  Receipt: true,
  SearchHit: true,
  Run: true,
  Model: true,
  ModelList: true,
  Connection: true,
  TestResult: true,
  ModelFileList: true,
  DiscoveredServer: true,
  Device: true,
  DeviceSession: true,
  Me: true,
  Setup: true,
  Session: true,
  SignInStep: true,
  SignInMethods: true,
  AddedPerson: true,
  PersonSecurity: true,
  Finding: true,
  GrantedLot: true,
  Recipient: true,
  Notice: true,
  Settings: true,
  UsageReport: true,
  ResultsPageLayouts: true,
  SearchAssistant: true,
  Research: true,
  ResearchEntry: true,
  Search: true,
  SearchEntry: true,
  OwnFind: true,
  SearchSourceInfo: true,
  SearchEngine: true,
  SearchFeed: true,
  SearchSite: true,
  SearchFeedsImported: true,
  SearchEngineTest: true,
  Document: true,
  DocumentChats: true,
  DocumentCollection: true,
  DocumentCollectionEntry: true,
  DocumentHighlight: true,
  DocumentHighlights: true,
  Reading: true,
  ReadingEntry: true,
  ReadingPlace: true,
  ReadingSource: true,
  RecognisedText: true,
  SearchInChat: true,
  Humanization: true,
  HumanizationEntry: true,
  HumanizationPrice: true,
  GrammarReport: true,
  Posting: true,
  Team: true,
  TeamEntry: true,
  TeamMember: true,
  TeamInvitation: true,
  InvitationPreview: true,
  TeamUsage: true,
  PersonCaps: true,
  ServerTeam: true,
  AutoDeduction: true,
  PublicOffer: true,
  Offer: true,
  OfferPreview: true,
  Subscription: true,
  PortalPage: true,
  Quote: true,
  Order: true,
  BookedOrder: true,
  PastCancellation: true,
  CancellationCounts: true,
  EducationOffer: true,
  EducationSettings: true,
  AffiliateClick: true,
  Revenue: true,
  Costs: true,
  Spending: true,
  ApiKey: true,
  Problem: true,
  MessageState: true,
  RunState: true,
  Message: true,
  MessageOutline: true,
  Bot: true,
  GlossaryTerm: true,
  GlossaryImport: true,
  TranslationMemory: true,
  BotOffer: true,
  BotReport: true,
  BotReview: true,
  SentBot: true,
  Talk: true,
  Memo: true,
  MemoEntry: true,
  MemoImportReport: true,
  MemoSummary: true,
  MemoTag: true,
  Memory: true,
  MemoryItem: true,
  MemorySuggestion: true,
  MemoryUse: true,
  Prompt: true,
  PromptVersion: true,
  QuickAction: true,
  Push: true,
  PushSubscription: true,
  Share: true,
  SharedPage: true,
  Copied: true,
  Import: true,
  ImportReport: true,
  Mail: true,
  ImageModel: true,
  ImageToolInfo: true,
  ImageBoard: true,
  ImageTaskEntry: true,
  Image: true,
  ImageTask: true,
  ImageMadeWith: true,
  ImageSettings: true,
  WrittenPrompt: true,
  VideoModel: true,
  VideoTaskEntry: true,
  Video: true,
  VideoTask: true,
  SecurityEvent: true,
  AuditEvent: true,
};

const bodies: {
  NewMessage: IsRead<Wire.NewMessage, Schemas["NewMessage"]>;
  ConversationChange: IsRead<Wire.ConversationChange, Schemas["ConversationChange"]>;
  BotFields: IsRead<Wire.BotFields, Schemas["NewBot"]>;
  BotChange: IsRead<Wire.BotChange, Schemas["BotChange"]>;
  NewMemo: IsRead<Wire.NewMemo, Schemas["NewMemo"]>;
  MemoFields: IsRead<Wire.MemoFields, Schemas["MemoChange"]>;
  MemoryChange: IsRead<Wire.MemoryChange, Schemas["MemoryChange"]>;
  NewMemoryItem: IsRead<Wire.NewMemoryItem, Schemas["NewMemoryItem"]>;
  MemoryItemChange: IsRead<Wire.MemoryItemChange, Schemas["MemoryItemChange"]>;
  PromptFields: IsRead<Wire.PromptFields, Schemas["NewPrompt"]>;
  TermFields: IsRead<Wire.TermFields, Schemas["TermToKeep"]>;
  QuickActionFields: IsRead<Wire.QuickActionFields, Schemas["NewQuickAction"]>;
  QuickActionChange: IsRead<Wire.QuickActionChange, Schemas["QuickActionChange"]>;
  NewConnection: IsRead<Wire.NewConnection, Schemas["NewConnection"]>;
  ConnectionChange: IsRead<Wire.ConnectionChange, Schemas["ConnectionChange"]>;
  NewPushSubscription: IsRead<Wire.NewPushSubscription, Schemas["NewPushSubscription"]>;
  NewShare: IsRead<Wire.NewShare, Schemas["NewShare"]>;
  ConnectionTest: IsRead<Wire.ConnectionTest, Schemas["ConnectionTest"]>;
  DeviceWish: IsRead<Wire.DeviceWish, Schemas["DeviceWish"]>;
  DeviceClaim: IsRead<Wire.DeviceClaim, Schemas["DeviceClaim"]>;
} = {
  NewMessage: true,
  ConversationChange: true,
  BotFields: true,
  BotChange: true,
  NewMemo: true,
  MemoFields: true,
  MemoryChange: true,
  NewMemoryItem: true,
  MemoryItemChange: true,
  PromptFields: true,
  TermFields: true,
  QuickActionFields: true,
  QuickActionChange: true,
  NewConnection: true,
  ConnectionChange: true,
  NewPushSubscription: true,
  NewShare: true,
  ConnectionTest: true,
  DeviceWish: true,
  DeviceClaim: true,
};

describe("the wire types", () => {
  test("are those of the server's OpenAPI document", () => {
    expect(Object.values({ ...answers, ...bodies })).not.toContain(false);
  });
});
