import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A dialog that is open while it is rendered; Escape, its button and a click beside it call `close`. The focus returns to where it was. */
export function Dialog({ title, close, children }: DialogProps) {
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const [dialog, opener] = [place.current, document.activeElement];
    dialog?.showModal();
    return () => {
      dialog?.close();
      // a dialog that is removed gives no focus back by itself
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside the dialog does
    <dialog
      id="detail"
      aria-labelledby="detail-title"
      ref={place}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === place.current && close()}
    >
      <div class="head">
        <h2 id="detail-title">{title}</h2>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
