// Checks certificates of lower bounds, apart from the searches and from the checker in Python.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ravensburger.hpp"

namespace pylab::ravensburger {

// The format, and the theorem of the cut, are in docs/ravensburger-search.md.
class CertificateChecker {
public:
    virtual ~CertificateChecker() = default;

    // The text's next lines, each whole but for the last; false once something is wrong.
    virtual bool feed(std::string_view text) = 0;
    // The text has ended: whether it proves what it says.
    virtual bool end() = 0;

    std::string code, message;  // what is wrong
    std::uint64_t cases = 0;    // so many have been refuted
    int pushes = 0;             // it is about so many
};

std::unique_ptr<CertificateChecker> certificate_checker(const Board& board, Run& run);

}  // namespace pylab::ravensburger
