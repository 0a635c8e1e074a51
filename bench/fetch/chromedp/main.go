// Renders the addresses of a plan (JSON on stdin) with chromedp and prints one JSON line a page. The plain loop with the levers that cost nothing: one
// browser, a tab for each page, images off, trackers blocked, told what to wait for.
package main

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

type plan struct {
	Urls           []string `json:"urls"`
	Concurrency    int      `json:"concurrency"`
	ExecutablePath string   `json:"executablePath"`
	Block          []string `json:"block"`
	EndSelector    string   `json:"endSelector"`
}

type page struct {
	Url   string `json:"url"`
	Html  string `json:"html"`
	Error string `json:"error"`
}

func main() {
	var asked plan
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(asked.ExecutablePath),
		chromedp.Flag("blink-settings", "imagesEnabled=false"),
		chromedp.Flag("disable-remote-fonts", true))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	browser, closeBrowser := chromedp.NewContext(allocator)
	defer closeBrowser()
	if err := chromedp.Run(browser); err != nil {
		panic(err)
	}
	urls := make(chan string)
	var workers sync.WaitGroup
	var printing sync.Mutex
	printer := json.NewEncoder(os.Stdout)
	for range asked.Concurrency {
		workers.Go(func() {
			for url := range urls {
				html, err := render(browser, url, asked)
				done := page{Url: url, Html: html}
				if err != nil {
					done.Error = err.Error()
				}
				printing.Lock()
				printer.Encode(done)
				printing.Unlock()
			}
		})
	}
	for _, url := range asked.Urls {
		urls <- url
	}
	close(urls)
	workers.Wait()
}

func render(browser context.Context, url string, asked plan) (string, error) {
	tab, closeTab := chromedp.NewContext(browser)
	defer closeTab()
	limited, cancel := context.WithTimeout(tab, 45*time.Second)
	defer cancel()
	var html string
	err := chromedp.Run(limited,
		network.Enable(),
		network.SetBlockedURLs(asked.Block),
		chromedp.Navigate(url),
		chromedp.WaitReady(asked.EndSelector),
		chromedp.OuterHTML("html", &html))
	return html, err
}
