"""Keeps readings in a folder or in memory until they are settled. A full store drops the oldest.

The folder has pages: files with one reading per line. Their names sort by age. Readings are
appended to the newest page. A page is removed once all its readings are settled, which means
stored or refused. Only the memory knows which readings of a page are settled. They are sent again
after a restart, and the backend stores them once. An incomplete last line is ignored. Other files
are not touched.
A reading is a string, the JSON of an object. One store serves one client in one thread.
"""

import json

ENDING = ".ndjson"
OWN_FILES = ("clock.json", "lock")
RETRY_MS = 600000  # After a failure the folder is tried again after this time.


class Store:
    """A bounded store of readings.

    `folder`: a Folder of `system`, or None for memory.
    `report`: takes a line of text for people.
    `memory_capacity`: how many readings the memory keeps while the folder cannot be written.
    `is_lazy`: for flash, which wears out. Such a store writes only from `keep` until nothing waits.
    `is_undated`: takes a line, and returns whether `date` must give the reading its time.
    """

    def __init__(self, folder, capacity, memory_capacity, page_size, is_lazy, report, uptime,
                 is_undated=lambda line: False):
        self.count = 0
        self.overflowed = 0
        # Whether readings may lack their time: new ones, or those found in the folder.
        self.has_undated = False
        self._folder = folder
        self._capacity = capacity
        self._memory_capacity = memory_capacity
        self._page_size = page_size
        self._is_lazy = is_lazy
        self._is_kept = not is_lazy
        self._report = report
        self._uptime = uptime
        self._is_undated = is_undated
        self._pages = []
        self._next_number = 1
        self._is_loaded = False
        self._failed_at_ms = None
        if folder:
            self._load()
        self._drop_beyond(0)

    @property
    def is_safe(self):
        """Whether all waiting readings are in the folder."""
        return all(page.is_written for page in self._pages)

    def add(self, *lines):
        """Keeps readings. Readings of the same page are written at once."""
        self.has_undated = self.has_undated or any(self._is_undated(line) for line in lines)
        self._drop_beyond(len(lines))
        while lines:
            page = self._pages[-1] if self._pages else None
            if page is None or page.lines is None or len(page.lines) >= self._page_size:
                page = self._begin_page()
            fitting = lines[:self._page_size - len(page.lines)]
            lines = lines[len(fitting):]
            page.lines.extend(fitting)
            page.left += len(fitting)
            self.count += len(fitting)
            if self._is_kept:
                self._write(page, fitting)

    def keep(self):
        """Writes the readings in memory, and from now on each new reading until nothing waits."""
        self._is_kept = True
        self._write_all()

    def oldest(self, limit, is_wanted=lambda line: True):
        """Returns at most `limit` readings for which is_wanted(line): (page, index, line)."""
        found = []
        for page in list(self._pages):
            for index, line in enumerate(self._lines(page)):
                if len(found) == limit:
                    return found
                if index not in page.settled and is_wanted(line):
                    found.append((page, index, line))
        return found

    def newest(self, limit, is_new):
        """Returns at most `limit` readings for which is_new(line), the newest first.

        Stops at the first page without such a reading.
        """
        found = []
        for page in reversed(list(self._pages)):
            lines = self._lines(page)
            count = len(found)
            for index in range(len(lines) - 1, -1, -1):
                if len(found) == limit:
                    return found
                if index not in page.settled and is_new(lines[index]):
                    found.append((page, index, lines[index]))
            if len(found) == count:
                return found
        return found

    def settle(self, entries):
        """Removes readings that were stored or refused."""
        for page, index, _ in entries:
            if index in page.settled:
                # Another thread dropped the reading while it was being sent.
                self.overflowed -= 1
            else:
                self._settle(page, index)
        if self.count == 0 and self._is_lazy:
            self._is_kept = False

    def date(self, date):
        """Gives readings their final time: date(line) returns the line with its time.

        Settles a line if date() returns None. Returns how many lines were settled.
        """
        was_loaded = self._is_loaded
        gone = 0
        for page in list(self._pages):
            lines = self._lines(page)
            changed = False
            for index, line in enumerate(lines):
                if index in page.settled or not self._is_undated(line):
                    continue
                new = date(line)
                if new is None:
                    self._settle(page, index)
                    gone += 1
                else:
                    lines[index] = new
                    changed = True
            if changed and page.left:
                must_write = page.is_written or self._is_kept
                page.lines, page.is_written = lines, False
                if must_write:
                    self._write(page, None)
                if page is not self._pages[-1]:
                    self._release(page)
        # The folder of another process may have become free meanwhile.
        self.has_undated = self._is_loaded != was_loaded
        return gone

    def _load(self):
        """Finds the pages of earlier runs. After an OSError a later attempt does it."""
        try:
            names = sorted(self._folder.names())
        except OSError as error:
            self._fail(error)
            return
        self._is_loaded = True
        loaded, foreign = [], []
        for name in names:
            number = _number_of(name)
            if number is None:
                if name.endswith(ENDING + ".new") and _number_of(name[:-4]):
                    # An unfinished copy of a page, which is still there.
                    self._remove(name)
                elif name not in OWN_FILES and name != OWN_FILES[0] + ".new":
                    foreign.append(name)
                continue
            self._next_number = max(self._next_number, number + 1)
            lines = self._read(name)
            if lines:
                page = _Page(number, None, len(lines))
                page.is_written = page.has_file = True
                loaded.append(page)
            else:
                foreign.append(name)
        if foreign:
            self._report("%s: %d other files are not touched, such as %s"
                         % (self._folder.path, len(foreign), foreign[0]))
        # Readings taken before the folder could be read are newer.
        for page in self._pages:
            page.number = self._next_number
            self._next_number += 1
        self.has_undated = self.has_undated or bool(loaded)
        self._pages = loaded + self._pages
        self.count = sum(page.left for page in self._pages)

    def _read(self, name):
        """Returns the readings of a page; an empty list for a file that is not a page."""
        try:
            text = self._folder.read(name)
        except (OSError, ValueError):
            return []
        # Text after the last line break is incomplete.
        return [line for line in text.split("\n")[:-1] if _is_reading(line)]

    def _lines(self, page):
        if page.lines is not None:
            return page.lines
        lines = self._read(_name_of(page))
        if len(lines) < page.left + len(page.settled):
            self._pages.remove(page)
            self.count -= page.left
            self.overflowed += page.left
            self._report("%s/%s can no longer be read: %d readings are lost"
                         % (self._folder.path, _name_of(page), page.left))
            return []
        # The lines are not kept, so that a large store needs little memory.
        return lines

    def _begin_page(self):
        if self._pages:
            self._release(self._pages[-1])
        page = _Page(self._next_number, [], 0)
        self._next_number += 1
        self._pages.append(page)
        return page

    def _release(self, page):
        if page.is_written:
            page.lines = None

    def _write(self, page, fresh):
        """Appends the fresh lines. Without them, or if others are missing, writes all lines."""
        if not self._folder or not self._may_try():
            page.is_written = False
            return
        try:
            if not self._is_loaded:
                self._load()
                if not self._is_loaded:
                    return
            page.has_file = True
            if fresh and (page.is_written or len(page.lines) == len(fresh)):
                # If this fails, the next attempt must not append to half a line.
                page.is_written = False
                self._folder.append(_name_of(page), "".join(line + "\n" for line in fresh))
            else:
                self._folder.write(_name_of(page), "".join(line + "\n" for line in page.lines))
            page.is_written = True
        except OSError as error:
            self._fail(error)
            return
        if self._failed_at_ms is not None:
            self._failed_at_ms = None
            self._report("%s can be written again" % self._folder.path)
            self._write_all()

    def _write_all(self):
        for page in list(self._pages):
            if not page.is_written and self._may_try():
                self._write(page, None)

    def _may_try(self):
        return self._failed_at_ms is None or self._uptime() - self._failed_at_ms >= RETRY_MS

    def _fail(self, error):
        if self._failed_at_ms is None:
            self._report("%s cannot be used (%s): readings are kept in memory"
                         % (self._folder.path, error))
        self._failed_at_ms = self._uptime()

    def _settle(self, page, index):
        page.settled.add(index)
        page.left -= 1
        self.count -= 1
        if page.left == 0:
            self._pages.remove(page)
            if page.has_file:
                self._remove(_name_of(page))

    def _remove(self, name):
        try:
            self._folder.remove(name)
        except OSError:
            pass  # Its readings are sent again after a restart. The backend stores them once.

    def _drop_beyond(self, more):
        """Drops the oldest readings until `more` readings fit."""
        while self._pages and self.count + more > self._capacity:
            self._drop_first(self._pages[0])
        if self._failed_at_ms is None:
            return
        # Readings in files take no memory, and stay.
        in_memory = [page for page in self._pages if not page.is_written]
        excess = sum([page.left for page in in_memory]) + more - self._memory_capacity
        for page in in_memory:
            while excess > 0 and page.left:
                self._drop_first(page)
                excess -= 1

    def _drop_first(self, page):
        index = 0
        while index in page.settled:
            index += 1
        self._settle(page, index)
        self.overflowed += 1


class _Page:
    def __init__(self, number, lines, left):
        self.number = number
        # If None, the lines are only in the file.
        self.lines = lines
        self.settled = set()
        self.left = left
        self.has_file = False
        # Whether the file has all lines.
        self.is_written = False


def _name_of(page):
    return "%08d" % page.number + ENDING


def _number_of(name):
    digits = name[:-len(ENDING)]
    return int(digits) if name.endswith(ENDING) and len(digits) == 8 and digits.isdigit() else None


def _is_reading(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
