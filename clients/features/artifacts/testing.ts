import type { Artifact, ArtifactDetail, GalleryArtifact } from "./operations";

/** Returns an artifact, for tests. */
export const testArtifact = (change: Partial<Artifact> = {}): Artifact => ({
  id: "01930000-0000-7000-8000-000000000001",
  conversation_id: "01930000-0000-7000-8000-000000000009",
  identifier: "tides",
  title: "Tides",
  kind: "markdown",
  language: "markdown",
  version: 1,
  starred: false,
  prompts: false,
  listed: false,
  hosts: [],
  hosts_agreed: false,
  created_at: "2026-11-26T12:00:00Z",
  updated_at: "2026-11-26T12:00:00Z",
  ...change,
});

/** Returns somebody's artifact of the gallery, for tests. */
export const testListed = (change: Partial<GalleryArtifact> = {}): GalleryArtifact => ({
  share_id: "0123456789ABCDEFGHIJKL",
  title: "Moon phases",
  kind: "html",
  author: "Ben",
  is_mine: false,
  remixes: 2,
  published_at: "2026-11-26T12:00:00Z",
  ...change,
});

/** Returns an artifact with its content and as many versions as its number says. */
export function testDetail(content: string, change: Partial<Artifact> = {}): ArtifactDetail {
  const artifact = testArtifact(change);
  const versions = Array.from({ length: artifact.version }, (_, at) => ({
    number: artifact.version - at,
    source: "model" as const,
    language: artifact.language,
    complete: true,
    message_id: null,
    block: null,
    created_at: artifact.created_at,
  }));
  return { ...artifact, content, versions };
}
