// A search in a thread of its own, and whoever has asked for it, who waits, answers, and may stop it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#if defined(_WIN32)
#include <thread>
#else
#include <pthread.h>
#endif

#include "run.hpp"

namespace pylab {

// A thread with as large a stack as the main thread has: elsewhere than in glibc others are small.
class Thread {
public:
    explicit Thread(std::function<void()> work) : work_(std::move(work)) {
#if defined(_WIN32)
        thread_ = std::thread(work_);
#else
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, std::size_t{8} << 20);
        const auto begin = [](void* self) -> void* {
            static_cast<Thread*>(self)->work_();
            return nullptr;
        };
        const int failed = pthread_create(&thread_, &attributes, begin, this);
        pthread_attr_destroy(&attributes);
        if (failed) throw std::bad_alloc();
#endif
    }
    Thread(const Thread&) = delete;
    ~Thread() {
#if defined(_WIN32)
        thread_.join();
#else
        pthread_join(thread_, nullptr);
#endif
    }

private:
    std::function<void()> work_;
#if defined(_WIN32)
    std::thread thread_;
#else
    pthread_t thread_;
#endif
};

class Job {
public:
    // What there is to hear from a search; all from `done` on are the last word. native.py has them too.
    enum Word { busy, asks, done, capped, stopped, no_memory, refused };

    using Search = std::function<void(Job&)>;

    explicit Job(Search search) : thread_([this, search = std::move(search)] { say(ending(search)); }) {}
    ~Job() {
        run.stop();
        answer({});
    }

    // For the search: what it has found or asks, as numbers and as text.
    Run run;
    std::vector<std::int64_t> numbers;
    std::string text;

    // For the search: what is said to its question.
    std::string ask() {
        say(asks);
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return word_ == busy || run.stopped(); });
        run.look(run.figure());
        return std::move(answer_);
    }

    // For the other side: the search's word, or busy after so long without any.
    Word wait(int milliseconds) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return word_ != busy; });
        return word_;
    }

    // For the other side: goes on with the search, which has asked.
    void answer(std::string_view text) {
        const std::lock_guard lock(mutex_);
        answer_ = text;
        if (word_ == asks) word_ = busy;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    Word word_ = busy;
    std::string answer_;
    Thread thread_;  // ends before all else does

    void say(Word word) {
        const std::lock_guard lock(mutex_);
        word_ = word;
        changed_.notify_all();
    }

    Word ending(const Search& search) {
        try {
            search(*this);
            return done;
        } catch (const Capped&) {
            return capped;
        } catch (const Stopped&) {
            return stopped;
        } catch (const std::bad_alloc&) {
            return no_memory;
        } catch (const std::exception& error) {
            text = error.what();
            return refused;
        }
    }
};

}  // namespace pylab
