import type { Page } from "@ensemble/contract/wire";
import type { Kind } from "./kinds";

/** An artifact without its content. */
export interface Artifact {
  id: string;
  conversation_id: string | null;
  identifier: string;
  title: string;
  kind: Kind;
  language: string;
  /** Number of the newest version, counted from 1. */
  version: number;
  starred: boolean;
  prompts: boolean;
  /** True if the gallery lists it while it is published. */
  listed: boolean;
  /** Origins that its preview may reach. */
  hosts: string[];
  /** False if the person has not agreed to them yet: a remix brings them along. */
  hosts_agreed: boolean;
  created_at: string;
  updated_at: string;
}

export interface ArtifactVersion {
  number: number;
  source: "model" | "person" | "restored" | "copied";
  language: string;
  complete: boolean;
  message_id: string | null;
  block: number | null;
  created_at: string;
}

/** An artifact with the content of its newest version. */
export interface ArtifactDetail extends Artifact {
  content: string;
  /** Newest first. */
  versions: ArtifactVersion[];
}

export interface ArtifactContent {
  number: number;
  kind: Kind;
  language: string;
  content: string;
}

/** A published artifact of the gallery. */
export interface GalleryArtifact {
  /** Id of its shared page. */
  share_id: string;
  title: string;
  kind: Kind;
  author: string;
  is_mine: boolean;
  /** Number of other people who remixed it. */
  remixes: number;
  published_at: string;
}

export type GallerySort = "newest" | "remixed";

export interface ArtifactSettings {
  in_chats: "auto" | "on" | "off";
}

/** What a running artifact keeps. */
export interface ArtifactData {
  entries: Record<string, string>;
}

/** Content of a published artifact's page. */
export interface PublishedArtifact {
  artifact_id: string;
  kind: Kind;
  language: string;
  content: string;
  prompts: boolean;
  /** Origins that it may reach once the reader agrees; absent in pages of earlier versions. */
  hosts?: string[];
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/artifacts": {
      query?: { q?: string; starred?: boolean; conversation_id?: string; cursor?: string; limit?: number };
      answer: Page<Artifact>;
    };
    "/api/artifacts/gallery": {
      query?: { q?: string; sort?: GallerySort; cursor?: string; limit?: number };
      answer: Page<GalleryArtifact>;
    };
    "/api/artifacts/{id}": { path: { id: string }; answer: ArtifactDetail };
    "/api/artifacts/{id}/versions/{number}": {
      path: { id: string; number: number };
      answer: ArtifactContent;
    };
    "/api/artifacts/settings": { answer: ArtifactSettings };
    "/api/artifacts/{id}/data": { path: { id: string }; answer: ArtifactData };
  }
  interface PostOperations {
    "/api/artifacts/{id}/prompts": {
      path: { id: string };
      body: { prompt: string };
      answer: { text: string };
    };
    "/api/artifacts": {
      body: { id: string; title: string; language: string; content: string };
      answer: ArtifactDetail;
    };
    "/api/artifacts/{id}/versions": {
      path: { id: string };
      body: { content: string; base: number; restored?: number | null };
      answer: ArtifactDetail;
    };
  }
  interface PatchOperations {
    "/api/artifacts/{id}": {
      path: { id: string };
      body: {
        title?: string;
        starred?: boolean;
        prompts?: boolean;
        listed?: boolean;
        hosts?: string[];
      };
      answer: Artifact;
    };
  }
  interface PutOperations {
    "/api/artifacts/settings": { body: ArtifactSettings; answer: ArtifactSettings };
    "/api/artifacts/{id}/data": { path: { id: string }; body: ArtifactData; answer: undefined };
  }
  interface DeleteOperations {
    "/api/artifacts/{id}": { path: { id: string }; answer: undefined };
  }
}
