import type { CDPSession } from 'playwright-core';
import { type FrameControl, type FrameRequest, screenshotFormat } from '../browser/frame-control.ts';

/** The first frame after some that were not painted may come without its picture. */
const screenshotTries = 3;

/** The frames of one page. */
export class PageFrames {
  readonly #control: FrameControl;
  readonly #cdp: CDPSession;
  /** The page's frames come one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  /** Frames that are asked for, or under way. */
  #open = 0;
  /** A page whose script leaves a frame no time gets no further one until it is through. */
  #isStuck = false;
  #isEnded = false;

  constructor(control: FrameControl, cdp: CDPSession) {
    this.#control = control;
    this.#cdp = cdp;
  }

  /**
   * Runs what waits for a frame: layout, observers of what is seen, animation callbacks. Ends also where the page is gone or leaves it no time.
   * @param painted a wheel turns nothing without
   */
  async draw(count: number, painted = false): Promise<void> {
    for (let times = 0; times < count && !this.#isStuck && !this.#isEnded; times++)
      await this.#frame({ noDisplayUpdates: !painted }).catch(() => {}); // gone, or late: the page tells it by other ways
  }

  /** A frame every so many ms, until it is disposed of. */
  keepRunning(everyMs: number, painted = false): Disposable {
    const timer = setInterval(() => {
      if (this.isIdle) void this.draw(1, painted);
    }, everyMs).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  /** JPEG of the visible part. @throws Error */
  async screenshot(): Promise<Uint8Array> {
    for (let times = 0; times < screenshotTries; times++) {
      const { screenshotData } = await this.#frame({ screenshot: screenshotFormat });
      if (screenshotData) return Buffer.from(screenshotData, 'base64');
    }
    throw new Error('the frame has no picture');
  }

  /** Whether none is asked for or under way. */
  get isIdle(): boolean {
    return this.#open === 0 && !this.#isStuck;
  }

  end(): void {
    this.#isEnded = true;
  }

  async #frame(request: FrameRequest): ReturnType<FrameControl['frame']> {
    this.#open++;
    const frame = this.#last.then(() => {
      if (this.#isStuck) throw new Error('the page leaves its frame no time');
      this.#isStuck = true;
      return this.#control.frame(this.#cdp, request, () => {
        this.#isStuck = false;
      });
    });
    this.#last = frame.catch(() => {}); // whoever asked for it gets the error
    try {
      return await frame;
    } finally {
      this.#open--;
    }
  }
}
