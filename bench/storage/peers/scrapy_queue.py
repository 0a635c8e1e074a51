"""Scrapy's disk queues: `python scrapy_queue.py scheduler|queuelib FOLDER` with addresses as JSON lines on stdin. Prints seconds and CPU-seconds as JSON.

`scheduler`: Scrapy's Scheduler with a JOBDIR, as `scrapy crawl -s JOBDIR=...` uses it: disk queue by priority, duplicate filter.
`queuelib`: the FIFO file queue under it, with bytes.
"""
import json
import sys
import time

kind, folder = sys.argv[1:3]
lines = [json.loads(line) for line in sys.stdin]


def timed(work):
    begun, cpu = time.perf_counter(), time.process_time()
    result = work()
    return {"seconds": time.perf_counter() - begun, "cpuSeconds": time.process_time() - cpu}, result


def drain(take):
    count = 0
    while take() is not None:
        count += 1
    return count


if kind == "queuelib":
    from queuelib import FifoDiskQueue

    queue = FifoDiskQueue(folder)
    texts = [json.dumps(line).encode() for line in lines]
    push = lambda: [queue.push(text) for text in texts]
    take = queue.pop
else:
    from scrapy import Request, Spider
    from scrapy.core.scheduler import Scheduler
    from scrapy.utils.test import get_crawler

    # the default queue (DownloaderAwarePriorityQueue) asks a running engine which hosts are busy
    settings = {"JOBDIR": folder, "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue"}
    crawler = get_crawler(Spider, settings)
    crawler.spider = crawler._create_spider("bench")
    queue = Scheduler.from_crawler(crawler)
    queue.open(crawler.spider)
    # made before the clock runs, as newshawk's entries are
    requests = [Request(line["url"], priority=line["priority"], meta={"title": line["title"]}) for line in lines]
    push = lambda: [queue.enqueue_request(request) for request in requests]
    take = queue.next_request

insert, _ = timed(push)
again, _ = timed(push)
claim, claimed = timed(lambda: drain(take))
queue.close() if kind == "queuelib" else queue.close("finished")
print(json.dumps({"entries": len(lines), "insert": insert, "again": again, "claim": claim, "end": None, "claimed": claimed}))
