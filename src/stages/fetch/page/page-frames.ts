import type { CDPSession } from 'playwright-core';
import { type FrameControl, type FrameRequest, screenshotFormat } from '../browser/frame-control.ts';

/** After frames that were not painted, the first screenshot may be empty. */
const screenshotTries = 3;

/** Draws the frames of one page on demand (docs/adr/0008). */
export class PageFrames {
  readonly #control: FrameControl;
  readonly #cdp: CDPSession;
  /** The page's frames are queued. */
  #last: Promise<unknown> = Promise.resolve();
  /** Frames that are queued or being drawn. */
  #pending = 0;
  /** A frame has not ended yet: the page gets no further one until then. */
  #isStuck = false;
  #isEnded = false;

  constructor(control: FrameControl, cdp: CDPSession) {
    this.#control = control;
    this.#cdp = cdp;
  }

  /**
   * Draws `count` frames: this runs layout, intersection observers and animation callbacks. Never rejects, even if the page is closed or hangs.
   * @param painted needed for the mouse wheel to scroll
   */
  async draw(count: number, painted = false): Promise<void> {
    for (let times = 0; times < count && !this.#isStuck && !this.#isEnded; times++)
      await this.#frame({ noDisplayUpdates: !painted }).catch(() => {}); // closed, or it hangs: other calls on the page report that
  }

  /** Draws a frame every `everyMs`, until it is disposed of. */
  keepRunning(everyMs: number, painted = false): Disposable {
    const timer = setInterval(() => {
      if (this.isIdle) void this.draw(1, painted);
    }, everyMs).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  /** JPEG of the visible part. @throws Error when the page is closed, hangs, or gives no picture */
  async screenshot(): Promise<Uint8Array> {
    for (let times = 0; times < screenshotTries; times++) {
      const { screenshotData } = await this.#frame({ screenshot: screenshotFormat });
      if (screenshotData) return Buffer.from(screenshotData, 'base64');
    }
    throw new Error('the frame has no picture');
  }

  /** Whether no frame is queued or being drawn. */
  get isIdle(): boolean {
    return this.#pending === 0 && !this.#isStuck;
  }

  end(): void {
    this.#isEnded = true;
  }

  async #frame(request: FrameRequest): ReturnType<FrameControl['frame']> {
    this.#pending++;
    const frame = this.#last.then(() => {
      if (this.#isStuck) throw new Error("the page's scripts block its frames");
      this.#isStuck = true;
      return this.#control.frame(this.#cdp, request, () => {
        this.#isStuck = false;
      });
    });
    this.#last = frame.catch(() => {}); // the caller gets the error
    try {
      return await frame;
    } finally {
      this.#pending--;
    }
  }
}
