/** The parts of the two parsers that are used here: neither ships types. */
declare module 'm3u8-parser' {
  export interface HlsAttributes {
    readonly BANDWIDTH?: number;
    readonly CODECS?: string;
    readonly 'FRAME-RATE'?: number;
    readonly RESOLUTION?: { readonly width: number; readonly height: number };
  }
  export interface HlsRendition {
    readonly uri?: string;
    readonly language?: string;
  }
  export interface HlsManifest {
    readonly playlists?: readonly { readonly uri: string; readonly attributes?: HlsAttributes }[];
    readonly mediaGroups?: Readonly<
      Record<'AUDIO' | 'SUBTITLES', Readonly<Record<string, Readonly<Record<string, HlsRendition>>>>>
    >;
    readonly segments: readonly { readonly duration: number; readonly uri?: string }[];
    readonly endList?: boolean;
    readonly playlistType?: string;
  }
  export class Parser {
    readonly manifest: HlsManifest;
    push(text: string): void;
    end(): void;
  }
}

declare module 'mpd-parser' {
  export interface DashPlaylist {
    readonly attributes: {
      readonly BANDWIDTH?: number;
      readonly CODECS?: string;
      readonly RESOLUTION?: { readonly width: number; readonly height: number };
    };
    readonly resolvedUri?: string;
    readonly segments?: readonly { readonly resolvedUri?: string }[];
    readonly contentProtection?: Readonly<Record<string, unknown>>;
  }
  export interface DashManifest {
    /** Seconds; 0 or absent where it is live. */
    readonly duration?: number;
    readonly playlists: readonly DashPlaylist[];
    readonly mediaGroups: Readonly<
      Record<
        'AUDIO' | 'SUBTITLES',
        Readonly<Record<string, Readonly<Record<string, { language?: string; playlists?: readonly DashPlaylist[] }>>>>
      >
    >;
  }
  export function parse(text: string, options: { manifestUri: string }): DashManifest;
}
